"""Credentials: "at least k devices share this place", signed by the anonymiser, which does not see what it signs.

Three programs use them, and this package knows none: the anonymiser (`service/`), a device (`client/`) and a provider
(`provider/`). Open `credential.py` first: `check_credential` is what a provider asks, without asking anybody.

    asking.py        the device's side: a credential is asked for unseen, and finished
    credential.py    what a credential says, and its check
    place_list.py    the signed list of all places with their keys, the same for everybody
    voucher.py       another thing: "this is a customer", shown once, at sign-up
    pseudonyms.py    a device's name for one provider, at one place of one generation

Who learns what is in docs/design/043-pseudonyms-and-credentials.md.
"""

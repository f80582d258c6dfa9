"""One answer for each person, and nobody knows whose: tokens that an issuer signs without seeing them.

Open `token.py` first: `check_token` is what a repository and the closing of a survey ask. The way of a token:

    codes.py         secret codes that people type: for an invitation, and printed on a card
    issuer_keys.py   the issuer's pair of keys, one pair for each survey
    invitations.py   the list of the invited: hashes of codes, and who has asked
    asking.py        the respondent's side: a message, blinded; the answer, unblinded
    inviting.py      a code for each person of a list
    issuer.py        the issuer's side: an invitation and a blinded message become a blind signature, once
    issuer_app.py    the issuer as a server
    secret.py        the secret of whoever has a token or a card; what others see of it
    token.py         the finished token, checked by anybody who has the survey file
    paper.py         instead of all this: printed codes, and the list of their ids
    survey_digest.py what names a survey

The signatures themselves (RFC 9474) are in `shoal/blind_signatures/`.
What each party sees, and why nobody can link a token to a person, is in docs/methods/tokens.md.
"""

"""Blind signatures: an issuer signs what it does not see, once for each who may ask (RFC 9474).

Two servers of Shoal use them, and this package knows neither: a survey's tokens (`survey/tokens/`) and the location
anonymiser. Open `blind_rsa.py` first.

    key_pairs.py     the issuer's pair of keys: made, stored, loaded, checked
    sealed_keys.py   private keys as bytes, for a server that keeps many
    blind_rsa.py     the steps of RFC 9474
    signed_message.py  what comes out of it
    plain_bytes.py   bytes as text

It imports nothing of Shoal but errors, passphrases, and how files are written and plain JSON is read.
"""

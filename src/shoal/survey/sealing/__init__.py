"""Sealed answers: only the key that is kept offline opens them.

In: the bytes of an answer, the public key of a survey, the digest of the survey file and the id of a token. Out: an
envelope, of one size for the whole survey. Open `envelope.py` first.

* `suite.py`: hybrid public key encryption (RFC 9180), from the package cryptography.
* `envelope.py`: answers padded to one size, sealed and opened.
* `key_files.py`: the pair of keys as files; the private key plain, under a passphrase, or in the hands of trustees.
* `protection.py`: what encrypts a private key: a passphrase (scrypt) or a key that trustees share.
* `trustees.py`: the parts of that key (Shamir's secret sharing, from the package pycryptodome).
"""

"""Credentials: the anonymiser's side. It signs what it does not see, for the place that a device has now.

Open `desk.py` first: who may have how many signed. What is signed, and how others check it, is in `shoal.credentials`.

    desk.py          blinded messages of a device become blind signatures, a stated number in each generation
    place_list.py    the list of places with their keys, signed: the same for everybody
    making.py        the program that makes missing keys: `python -m shoal.service.credentials.making`
    maker.py         starts that program when keys are missing
    place_keys.py    keys of places: which are missing, stored, opened
"""

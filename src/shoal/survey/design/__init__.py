"""From a population frame to a specification.

Open `frame.py` first: `design_frame` is the whole way. `member_shares.py`: how likely each member of the frame is to
answer. `members.py` and `margins.py`: frames that count people, or are a model of them. `frame_cells.py`: cells that a
stranger finds again from their own values, and that all keep the promise.

Boxes of a paper form are designed in `../boxes/from_frame.py`.
"""

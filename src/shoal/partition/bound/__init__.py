"""How small the distortion can be: a lower bound that holds for every partition, by pricing.

Open `certificate.py` first. `pricing.py` raises the prices, `program.py` is its linear program, `ground.py` the
distinct points and their neighbours. `closeness.py` has the bound for cells that are close to the table.
"""

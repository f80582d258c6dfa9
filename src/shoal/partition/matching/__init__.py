"""The optimal pairs: the blossom algorithm on few pairs of records, and all others compared with its prices.

In: a `Problem` with k = 2. Out: cells of two records, one of three if their number is odd, and the proof that no
partition into such cells has less distortion. Open `matching.py` first.

    matching.py          the method
    triple.py            an odd number of records: which three share a cell
    pair_graph.py        the pairs that may be part of the solution, until no other pair is too cheap
    sparse_matching.py   minimum-weight perfect matching of such a graph, and its prices
    pricing.py           what the prices prove, and cells that are too cheap for them
    beginning.py         first prices, first pairs, and the pairs that the graph begins with

The compiled loops are in `kernels/matching/`; `blossom.py` there is the algorithm itself.
"""

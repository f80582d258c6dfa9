"""Distances: how much is lost if one value is released instead of another, and the best value to release.

PCL and `allocate` work for any of them. Open `../transport/distance.py` first: it says what a distance has to know.

    named.py            a distance by its name, or made from a function or a matrix
    euclidean.py        ‖x − x̂‖; the representative is the geometric median
    manhattan.py        Σ |x − x̂|; medians
    cosine.py           1 − cos(x, x̂); the mean direction
    great_circle.py     metres on the globe; the geometric median on the sphere
    graph.py            along the edges of a graph, such as streets or a taxonomy; the best vertex
    graph_by_name.py    the same in a method text, until the graph is given
    taxonomy.py         along the tree of a taxonomy column; the best node
    matrix.py           any matrix of distances, such as travel times; the best column
    function.py         any Python function; the best record (medoid)
    geometric_median.py Weiszfeld's iteration for many cells at once

The squared Euclidean distance is `transport/squared_euclidean.py`, because search trees make it fast.
"""

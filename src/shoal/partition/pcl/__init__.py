"""PCL, the probability-constrained Lloyd algorithm: cells of prescribed sizes at locally least distortion.

Open `pcl.py` first.

    lloyd.py       the alternation: cells for the sites, sites for the cells
    starts.py      where it begins; noising.py: the annealed start for small cells, with noise that falls
    multilevel.py  a sample first, macrocells first, then all cells
    nodes.py       representatives from a finite set, such as nodes of a taxonomy, in the alternation
    given_starts.py    cells or sites to begin with
    finish.py      proven optimal for its sites, with costs that reproduce these cells
    fixed_point.py the end for other distances than the squared Euclidean one
    noisy.py       the method of the papers for small cells
"""

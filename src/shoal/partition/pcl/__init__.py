"""PCL, the probability-constrained Lloyd algorithm: cells of prescribed sizes at locally least distortion.

Open `pcl.py` first.

    lloyd.py       the alternation: cells for the sites, sites for the cells
    starts.py      where it begins; noising.py: a start for small cells
    multilevel.py  a sample first, macrocells first, then all cells
    finish.py      proven optimal for its sites, with costs that give back these cells
    noisy.py       the papers' own way to small cells
"""

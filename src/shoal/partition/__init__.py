"""Points become cells: one algorithm, one file.

In: an (n, d) array of finite points, k, and a method by name or as a settings object. Out: a `Partition` in which
every record is in exactly one cell and every cell holds at least k. Nothing here knows what a table is.

Open `microaggregate.py` first, then `greedy/mdav.py` as the pattern of an algorithm. The folders, from the top down;
a folder imports only what is below it:

    microaggregate.py methods.py    the entrance, and all methods
    conditions/    blocks, households, earlier releases, records that are left out: around any method
    search/      best, auto: annealing, set partitioning, decomposition, a budget of time
    pcl/         PCL: Lloyd's algorithm with prescribed cell sizes
    bound/       how small the distortion can be
    greedy/      MDAV and its family, one method a file
    transport/   best cells of prescribed sizes for given sites, and the costs that prove it
    matching/    the optimal pairs for k = 2, and the prices that prove them
    registry.py method_text.py checks.py      names of methods; what is checked at the entrance
    control.py                                time, cores and interrupts
    problem.py partition.py sizes.py neighbours.py linear_programs.py participation.py
    participation_repair.py dominance.py      what all of them share
"""

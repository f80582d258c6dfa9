"""Transport: the best assignment of records to given sites in which every cell has its prescribed size.

The assignment is a transportation problem; its dual variables are the cell costs. Open `assignment.py` first.

    assignment.py        sizes met exactly, at least distortion
    candidates.py        the cells that each record may be assigned to
    newton.py            costs of large cells by Newton's method (`empty_cells.py` fills cells without records)
    shortest_paths.py    records move between cells along shortest paths until every size is met
    cycle_cancelling.py  cells that have their sizes already exchange records along negative cycles
    dual_costs.py        the costs that prove a given partition optimal for its sites
    dual_margins.py      costs inside the optimal face: rounding moves no record; drawn at random to be published
    scales.py            how large cells are
    coincident_sites.py  cells whose sites coincide are assigned as one
    power_diagram.py     sites and costs as a rule for new points; power_polygons.py draws it
    allocation.py        allocate(): fixed centres; workloads.py: records of unequal size
"""

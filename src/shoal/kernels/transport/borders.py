"""Reading the cell sizes, and how they answer to the costs, off the records near the borders.

Only records with more than one rival cell can change cells while the costs change by less than the reach within which
the rivals were gathered; all others are counted once. The size of a cell falls with its own cost and rises with those
of its neighbours, at a rate that is the density of records along the border they share: the Jacobian of the sizes, a
sparse, symmetric matrix, needs one pass over the records near the borders.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import kernel

RELATIVE_ROUNDING = 1e-13  # of a distance, far above its rounding error


@kernel
def choose_cells(start, rival, distance, cost, choice, second, gap, size):  # choice, second, gap, size OUT
    """The best cell of each record (as an entry of ``rival``), the second best and how much dearer it is.

    Adds to the sizes; returns the sum of the least prices. Ties go to the rival that comes first.
    """
    total = 0.0
    for record in range(choice.shape[0]):
        best_price = np.inf
        next_price = np.inf
        best = start[record]
        other = best
        for entry in range(start[record], start[record + 1]):
            price = distance[entry] + cost[rival[entry]]
            if price < best_price:
                next_price = best_price
                other = best
                best_price = price
                best = entry
            elif price < next_price:
                next_price = price
                other = entry
        choice[record] = best
        second[record] = rival[other]
        gap[record] = next_price - best_price
        size[rival[best]] += 1
        total += best_price
    return total


@kernel
def stay(start, rival, distance, cost, present, rounding, choice, size):  # choice, size OUT
    """Let a record keep its present cell where that costs no more than the best one, up to rounding."""
    for record in range(choice.shape[0]):
        chosen = rival[choice[record]]
        if chosen == present[record]:
            continue
        limit = distance[choice[record]] * (1.0 + RELATIVE_ROUNDING) + cost[chosen] + rounding
        for entry in range(start[record], start[record + 1]):
            if rival[entry] == present[record] and distance[entry] + cost[rival[entry]] <= limit:
                choice[record] = entry
                size[chosen] -= 1
                size[rival[entry]] += 1
                break


@kernel
def face_to_face(rival, choice, second, gap, scale, width, one_side, other_side, density):  # the last three OUT
    """The pairs of cells that face each other across each record near a border, and what it adds to the density there.

    Near means a gap below ``width`` times the mean scale of the two cells. Returns how many there are.
    """
    n_facing = 0
    for record in range(choice.shape[0]):
        own = rival[choice[record]]
        within = width * 0.5 * (scale[own] + scale[second[record]])
        if gap[record] < within:
            one_side[n_facing] = own
            other_side[n_facing] = second[record]
            density[n_facing] = 0.5 / within
            n_facing += 1
    return n_facing


@kernel
def cell_means(points, weight, cell_of, mass, first, means):  # mass, first, means OUT
    """Weighted means of the cells (zero where a cell is empty), summed in the order of the records.

    What is summed is the difference to the ``first`` record of the cell: the mean of identical points is exactly that
    point, so that cells of nothing else coincide exactly.
    """
    n_dims = points.shape[1]
    for cell in range(mass.shape[0]):
        mass[cell] = 0.0
        first[cell] = -1
        for j in range(n_dims):
            means[cell, j] = 0.0
    for record in range(points.shape[0]):
        own_weight = weight[record] if weight.shape[0] > 1 else weight[0]
        cell = cell_of[record]
        if first[cell] < 0:
            first[cell] = record
        mass[cell] += own_weight
        for j in range(n_dims):
            means[cell, j] += own_weight * (points[record, j] - points[first[cell], j])
    for cell in range(mass.shape[0]):
        if mass[cell] > 0.0:
            for j in range(n_dims):
                means[cell, j] = points[first[cell], j] + means[cell, j] / mass[cell]


@kernel
def squared_error(points, weight, cell_of, centroids):  # IN
    """The weighted sum of squared distances of the records to their centroids."""
    total = 0.0
    for record in range(points.shape[0]):
        own_weight = weight[record] if weight.shape[0] > 1 else weight[0]
        own = 0.0
        for j in range(points.shape[1]):
            apart = points[record, j] - centroids[cell_of[record], j]
            own += apart * apart
        total += own_weight * own
    return total


@kernel
def leeway(start, rival, distance, choice, together, cost, lowest, highest):  # lowest, highest OUT
    """Between which costs each cell could be moved, all others left alone, without any record preferring another cell.

    Cells that are ``together`` (same number) move as one.
    """
    for cell in range(cost.shape[0]):
        lowest[cell] = -np.inf
        highest[cell] = np.inf
    for record in range(choice.shape[0]):
        own = rival[choice[record]]
        own_group = together[own]
        own_price = distance[choice[record]] + cost[own]
        for entry in range(start[record], start[record + 1]):
            other = rival[entry]
            group = together[other]
            if group == own_group:
                continue
            slack = distance[entry] + cost[other] - own_price
            if slack < highest[own_group]:
                highest[own_group] = slack
            if -slack > lowest[group]:
                lowest[group] = -slack

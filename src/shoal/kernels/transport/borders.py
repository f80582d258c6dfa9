"""Cell sizes and their derivatives by the costs, computed from the records near the borders.

Only records with more than one candidate cell can change cells while the costs change by less than the reach within
which the candidates were gathered. All others are counted once. The size of a cell falls with its own cost and rises
with the costs of its neighbours. The rate is the density of records along the border that two cells share. So the
Jacobian of the sizes, a sparse and symmetric matrix, takes one pass over the records near the borders.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import kernel

RELATIVE_ROUNDING = 1e-13  # of a distance, far above its rounding error


@kernel
def choose_cells(start, candidate, distance, cost, choice, second, gap, size):  # choice, second, gap, size OUT
    """The best cell of each record (as an entry of ``candidate``), the second best, and the difference of their prices.

    Adds to the sizes; returns the sum of the least prices. Ties go to the candidate that comes first.
    """
    total = 0.0
    for record in range(choice.shape[0]):
        best_price = np.inf
        next_price = np.inf
        best = start[record]
        other = best
        for entry in range(start[record], start[record + 1]):
            price = distance[entry] + cost[candidate[entry]]
            if price < best_price:
                next_price = best_price
                other = best
                best_price = price
                best = entry
            elif price < next_price:
                next_price = price
                other = entry
        choice[record] = best
        second[record] = candidate[other]
        gap[record] = next_price - best_price
        size[candidate[best]] += 1
        total += best_price
    return total


@kernel
def keep_present(start, candidate, distance, cost, present, rounding, choice, size):  # choice, size OUT
    """A record keeps its present cell if the price there is not above the least price, up to rounding."""
    for record in range(choice.shape[0]):
        chosen = candidate[choice[record]]
        if chosen == present[record]:
            continue
        limit = distance[choice[record]] * (1.0 + RELATIVE_ROUNDING) + cost[chosen] + rounding
        for entry in range(start[record], start[record + 1]):
            if candidate[entry] == present[record] and distance[entry] + cost[candidate[entry]] <= limit:
                choice[record] = entry
                size[chosen] -= 1
                size[candidate[entry]] += 1
                break


@kernel
def border_pairs(candidate, choice, second, gap, scale, width, one_side, other_side, density):  # the last three OUT
    """For each record near a border, the two cells of the border, and what the record adds to the density there.

    Near means a gap below ``width`` times the mean scale of the two cells. Returns the number of these records.
    """
    n_facing = 0
    for record in range(choice.shape[0]):
        own = candidate[choice[record]]
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

    The differences to the ``first`` record of the cell are summed. So the mean of identical points is exactly that
    point, and cells that hold copies of one point have exactly the same centroid.
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
def cost_intervals(start, candidate, distance, choice, together, cost, lowest, highest):  # lowest, highest OUT
    """By how much the cost of each cell may change, with all others fixed, before a record prefers another cell.

    Cells with the same number in ``together`` change their costs together.
    """
    for cell in range(cost.shape[0]):
        lowest[cell] = -np.inf
        highest[cell] = np.inf
    for record in range(choice.shape[0]):
        own = candidate[choice[record]]
        own_group = together[own]
        own_price = distance[choice[record]] + cost[own]
        for entry in range(start[record], start[record + 1]):
            other = candidate[entry]
            group = together[other]
            if group == own_group:
                continue
            slack = distance[entry] + cost[other] - own_price
            if slack < highest[own_group]:
                highest[own_group] = slack
            if -slack > lowest[group]:
                lowest[group] = -slack

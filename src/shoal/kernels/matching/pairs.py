"""All pairs of records compared with their prices. Nothing of size n² is kept.

The distortion of a pair is w_i·w_j/(w_i + w_j)·|x_i − x_j|². Its *reduced cost* is its distortion minus the prices of
its two records plus the prices of the odd sets that hold both. Ties go to the next record in a circle: among many
twins everybody then has another nearest one.

Odd sets are nested or disjoint, so they are a tree. Its nodes are *regions*: a record is in the region of the smallest
set that holds it, and the root is outside of all sets. Regions are numbered from the root so that those inside of a set
are next to each other. The sets that hold two records are those around the region where their ways to the root meet.
On the way from the lower number to the higher one in between, that region is above one of them, and none is above that
has less around it. So a least value of a range gives the answer, and the table `lowest` gives that at once.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from shoal.kernels.distance import squared_distance
from shoal.kernels.jit import inner_kernel, kernel

# record: price of each record (n,). region: of each record. around: prices of all odd sets that hold the region,
# summed. lowest[i, r]: the least of what is around the regions above r, r + 1, …, 2^i of them.
PriceArrays = namedtuple("PriceArrays", "record region around lowest")


@inner_kernel
def pair_distortion(points, weight, one, other):  # IN
    """SSE of a cell of two records."""
    share = weight[one] * weight[other] / (weight[one] + weight[other])
    return share * squared_distance(points[one], points[other])


@inner_kernel
def shared_price(price, one, other):  # IN
    """Prices of the odd sets that hold both records, summed."""
    low = min(price.region[one], price.region[other])
    high = max(price.region[one], price.region[other])
    if low == high:
        return price.around[low]
    power = 0
    while 2 << power <= high - low:
        power += 1
    return min(price.lowest[power, low + 1], price.lowest[power, high + 1 - (1 << power)])


@inner_kernel
def insert(cost, one, costs, ones):  # costs, ones OUT
    """Keep it if it is among the least; ascending by cost. Of equals the first one to come stays in front."""
    at = costs.shape[0]
    while at > 0 and cost < costs[at - 1]:
        at -= 1
    for i in range(costs.shape[0] - 1, at, -1):
        costs[i] = costs[i - 1]
        ones[i] = ones[i - 1]
    if at < costs.shape[0]:
        costs[at] = cost
        ones[at] = one


@kernel
def halves_of_nearest(points, weight, first, stop, price):  # price OUT
    """Half the least distortion with any other record: prices that no pair is too cheap for."""
    for record in range(first, stop):
        least = np.inf
        for other in range(points.shape[0]):
            if other != record:
                least = min(least, pair_distortion(points, weight, record, other))
        price[record] = least / 2.0


@kernel
def raise_prices(points, weight, first, stop, price):  # price OUT
    """One record after the other: its price rises until some pair costs no more than its two prices."""
    for record in range(first, stop):
        room = np.inf
        for other in range(points.shape[0]):
            if other != record:
                room = min(room, pair_distortion(points, weight, record, other) - price[other])
        price[record] = max(price[record], room)


@kernel
def list_cheapest(points, weight, price, free, first, stop, cost, partner):  # cost, partner OUT
    """For each free record the other free ones of least distortion minus price, ascending.

    ``free`` and the results count positions among the free records.
    """
    n_free = free.shape[0]
    for at in range(first, stop):
        cost[at, :] = np.inf
        for step in range(1, n_free):
            other = (at + step) % n_free
            beyond = pair_distortion(points, weight, free[at], free[other]) - price[free[other]]
            insert(beyond, other, cost[at], partner[at])
        for i in range(cost.shape[1]):
            cost[at, i] -= price[free[at]]


@kernel
def list_too_cheap(points, weight, price, tolerance, first, stop, cost, partner):  # cost, partner OUT
    """For each record i the records j > i whose reduced cost is below −``tolerance``, cheapest first."""
    for record in range(first, stop):
        cost[record, :] = np.inf
        for other in range(record + 1, points.shape[0]):
            beyond = pair_distortion(points, weight, record, other) - price.record[record] - price.record[other]
            if beyond < -tolerance:  # prices of odd sets only add to it
                beyond += shared_price(price, record, other)
                if beyond < -tolerance:
                    insert(beyond, other, cost[record], partner[record])

"""Fair prices: search every set of a given size, lower prices where a set is worth more than it costs.

A *price* is a number for each distinct point. Prices are *fair* for sets of ``size`` items when the squared distances
of the pairs of any such set add up to at least its prices:  pairs(K) ≥ price(K).  (An item is one copy of a point; a
point may be in a set as often as it has copies.) `lower_unfair` visits, depth first, every set that could break
this, lowers the prices of its members at once, and hands the set back as a column for the linear program. Prices only
fall, so one pass over all roots leaves fair prices, whatever they were before.

The search. A set is searched for from the first of its points in ``order``, its root. With members M found and R still
to come, reach(x) being the sum of the squared distances from M to x,

    pairs(K) − price(K)  ≥  pairs(M) − price(M) + Σ_{x in R} (reach(x) + floor(x) − price(x)),

where ``floor`` are fair prices for sets of |R| items. The smallest terms give a bound; a branch whose bound is not
negative holds no unfair set. docs/methods/lower-bound.md has the proofs. Open `lower_unfair` first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.distance import squared_distance
from shoal.kernels.jit import FIRST, inner_kernel, kernel


class Market(NamedTuple):
    """What a pass over the sets needs, and what it leaves."""

    points: npt.NDArray[np.float64]  # (n, d) distinct
    copies: npt.NDArray[np.int64]  # (n,)
    order: npt.NDArray[np.int64]  # (n,) roots, by falling ``top``
    rank: npt.NDArray[np.int64]  # (n,) point → position in ``order``
    top: npt.NDArray[np.float64]  # (n,) price − floor when the pass began; it only falls
    neighbour: npt.NDArray[np.int32]  # (n, m) nearest other points, ascending by distance
    neighbour_distance: npt.NDArray[np.float64]  # (n, m) their squared distances
    floors: npt.NDArray[np.float64]  # (size, n) floors[m]: fair prices for sets of m items; 0 for m ≤ 1
    price: npt.NDArray[np.float64]  # (n,) OUT
    column: npt.NDArray[np.int32]  # (room, size) OUT sets that were unfair
    column_pairs: npt.NDArray[np.float64]  # (room,) OUT their pairs
    n_columns: npt.NDArray[np.int64]  # (1,) OUT
    effort: npt.NDArray[np.int64]  # (2,) OUT branches visited; roots given up
    largest_table: int  # candidates of one root whose mutual distances are kept; of more they are found as needed
    full_scan: int  # up to so many points, a root whose neighbour list is too short is compared with all points


class Branch(NamedTuple):
    """One root's search: lists of candidates for each number of members so far."""

    point: npt.NDArray[np.int64]  # (c,) candidate → point, promising first, copies side by side
    distance: npt.NDArray[np.float64]  # (c, c), or (0, 0) when there are too many
    candidate: npt.NDArray[np.int64]  # (size, c) [members so far]: candidates that may still join
    reach: npt.NDArray[np.float64]  # (size, c) squared distances from the members to them, summed
    n_candidates: npt.NDArray[np.int64]  # (size,)
    position: npt.NDArray[np.int64]  # (size,) next candidate to join
    member: npt.NDArray[np.int64]  # (size,) points; the root first
    pairs: npt.NDArray[np.float64]  # (size,) pairs among the members


@kernel
def lower_unfair(market, first, stop, most_nodes):  # market OUT
    """Make prices fair for every set whose root is in order[first:stop].

    A root that needs more than ``most_nodes`` branches is given up: its own price falls by what is open.
    """
    for position in range(first, stop):
        _search_root(market, market.order[position], most_nodes)


@inner_kernel
def _search_root(market, root, most_nodes):
    """Make every set of one root fair."""
    smallest = np.empty(market.floors.shape[0])
    point, distance, count = _listed_after(market, root)
    bound, limit = _root_bound(market, root, point, distance, count, smallest)
    n_listed = market.neighbour.shape[1]
    if n_listed < market.points.shape[0] - 1:
        open_bound = _beyond_list(market, root, smallest)
        if open_bound < 0.0:
            if market.points.shape[0] <= market.full_scan:
                point, distance, count = _all_after(market, root)
            else:
                market.price[root] += open_bound
            bound, limit = _root_bound(market, root, point, distance, count, smallest)
    if bound >= 0.0:
        return
    branch, count = _branch(market, root, point, distance, count, limit)
    if not _search(market, branch, most_nodes):
        bound, limit = _root_bound(market, root, point, distance, count, smallest)
        market.price[root] += min(bound, 0.0)
        market.effort[1] += 1


@inner_kernel
def _beyond_list(market, root, smallest):  # IN
    """No set of this root with a point beyond its neighbour list has pairs − price below this."""
    least = market.neighbour_distance[root, market.neighbour.shape[1] - 1] - market.top[root]
    bound = least - market.price[root]
    for i in range(market.floors.shape[0] - 2):
        bound += min(smallest[i], least)
    return bound


@inner_kernel
def _listed_after(market, root):  # IN
    """The items of the root's neighbour list that come after it in the order, and the root's own copies."""
    most = market.floors.shape[0] - 1
    room = most
    for i in range(market.neighbour.shape[1]):
        y = market.neighbour[root, i]
        if market.rank[y] > market.rank[root]:
            room += min(most, market.copies[y])
    point = np.empty(room, dtype=np.int64)
    distance = np.empty(room)
    count = _put_copies(point, distance, FIRST, root, 0.0, min(most, market.copies[root] - 1))
    for i in range(market.neighbour.shape[1]):
        y = market.neighbour[root, i]
        if market.rank[y] > market.rank[root]:
            apart = market.neighbour_distance[root, i]
            count = _put_copies(point, distance, count, y, apart, min(most, market.copies[y]))
    return point, distance, count


@inner_kernel
def _all_after(market, root):  # IN
    """The same without the list: every item after the root, for a root whose neighbour list is too short."""
    most = market.floors.shape[0] - 1
    room = most
    for position in range(market.rank[root] + 1, market.order.shape[0]):
        room += min(most, market.copies[market.order[position]])
    point = np.empty(room, dtype=np.int64)
    distance = np.empty(room)
    count = _put_copies(point, distance, FIRST, root, 0.0, min(most, market.copies[root] - 1))
    for position in range(market.rank[root] + 1, market.order.shape[0]):
        y = market.order[position]
        apart = squared_distance(market.points[root], market.points[y])
        count = _put_copies(point, distance, count, y, apart, min(most, market.copies[y]))
    return point, distance, count


@inner_kernel
def _put_copies(point, distance, count, y, apart, copies):  # point, distance OUT
    """Append as many copies of a point; returns how many items there are then."""
    for _ in range(copies):
        point[count] = y
        distance[count] = apart
        count += 1
    return count


@inner_kernel
def _root_bound(market, root, point, distance, count, smallest):  # smallest OUT
    """(bound of the root, the least term that disqualifies a candidate)."""
    size = market.floors.shape[0]
    floor = market.floors[size - 1]
    held = FIRST
    for i in range(count):
        y = point[i]
        held = _keep(smallest, held, size - 1, distance[i] + floor[y] - market.price[y])
    for i in range(held, size - 1):
        smallest[i] = np.inf
    rest = -market.price[root]
    for i in range(size - 2):
        rest += smallest[i]
    return rest + smallest[size - 2], -rest


@inner_kernel
def _keep(smallest, held, wanted, value):  # smallest OUT
    """Keep the ``wanted`` smallest values in ascending order; returns how many are held."""
    if held == wanted:
        if value >= smallest[held - 1]:
            return held
    else:
        held += 1
    at = held - 1
    while at > 0 and smallest[at - 1] > value:
        smallest[at] = smallest[at - 1]
        at -= 1
    smallest[at] = value
    return held


@inner_kernel
def _branch(market, root, point, distance, count, limit):  # point, distance OUT
    """The candidates below the limit, promising first, and their number; ``point`` and ``distance`` keep only them."""
    size = market.floors.shape[0]
    term = np.empty(count)
    kept = 0
    for i in range(count):
        y = point[i]
        value = distance[i] + market.floors[size - 1, y] - market.price[y]
        if value < limit:
            point[kept] = y
            distance[kept] = distance[i]
            term[kept] = value
            kept += 1
    width = kept if kept <= market.largest_table else 0
    by_term = np.argsort(term[:kept], kind="mergesort")
    branch = Branch(
        point[by_term],
        _table(market.points, point[by_term[:width]]),
        np.empty((size, kept), dtype=np.int64),
        np.empty((size, kept)),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.zeros(size),
    )
    branch.member[0] = root
    branch.n_candidates[1] = kept
    for i in range(kept):
        branch.candidate[1, i] = i
        branch.reach[1, i] = distance[by_term[i]]
    return branch, kept


@inner_kernel
def _table(points, listed):  # IN
    """Squared distances among the listed points."""
    distance = np.zeros((listed.shape[0], listed.shape[0]))
    for i in range(listed.shape[0]):
        for j in range(i):
            apart = squared_distance(points[listed[i]], points[listed[j]])
            distance[i, j] = apart
            distance[j, i] = apart
    return distance


@inner_kernel
def _search(market, branch, most_nodes):  # market, branch OUT
    """Depth first through all candidates of one root; False when given up."""
    size = branch.member.shape[0]
    smallest = np.empty(size)
    nodes = 0
    members = FIRST + 1
    while members > 0:
        if members == size - 1:
            _close(market, branch)
            members -= 1
        elif branch.position[members] + size - members > branch.n_candidates[members]:
            members -= 1
        elif _is_twin(branch, members):
            branch.position[members] += 1
        else:
            nodes += 1
            if nodes > most_nodes:
                market.effort[0] += nodes
                return False
            if _join(market, branch, members, smallest):
                members += 1
    market.effort[0] += nodes
    return True


@inner_kernel
def _is_twin(branch, members):  # IN
    """Whether the next candidate is a copy of the last one: all its sets have been seen with that one instead."""
    at = branch.position[members]
    if at == 0:
        return False
    return branch.point[branch.candidate[members, at]] == branch.point[branch.candidate[members, at - 1]]


@inner_kernel
def _join(market, branch, members, smallest):  # branch OUT
    """Let the next candidate join; returns whether any set may still be unfair."""
    size = branch.member.shape[0]
    at = branch.position[members]
    branch.position[members] = at + 1
    x = branch.candidate[members, at]
    branch.member[members] = branch.point[x]
    pairs = branch.pairs[members - 1] + branch.reach[members, at]
    branch.pairs[members] = pairs
    to_come = size - members - 1
    base = pairs
    for i in range(members + 1):
        base -= market.price[branch.member[i]]
    floor = market.floors[to_come]
    candidate = branch.candidate[members + 1]
    reach = branch.reach[members + 1]
    has_table = branch.distance.shape[0] > 0
    count = 0
    held = FIRST
    for i in range(at + 1, branch.n_candidates[members]):
        y = branch.candidate[members, i]
        y_point = branch.point[y]
        if has_table:
            far = branch.reach[members, i] + branch.distance[x, y]
        else:
            far = branch.reach[members, i] + squared_distance(market.points[branch.point[x]], market.points[y_point])
        candidate[count] = y
        reach[count] = far
        count += 1
        held = _keep(smallest, held, to_come, far + floor[y_point] - market.price[y_point])
    rest = base
    for i in range(to_come - 1):
        rest += smallest[i]
    if rest + smallest[to_come - 1] >= 0.0:
        return False
    kept = 0
    for i in range(count):
        y_point = branch.point[candidate[i]]
        if rest + (reach[i] + floor[y_point] - market.price[y_point]) < 0.0:
            candidate[kept] = candidate[i]
            reach[kept] = reach[i]
            kept += 1
    branch.n_candidates[members + 1] = kept
    branch.position[members + 1] = 0
    return kept >= to_come


@inner_kernel
def _close(market, branch):  # market OUT
    """One item is missing: every candidate that makes an unfair set is put down, and prices fall."""
    size = branch.member.shape[0]
    members = size - 1
    for i in range(branch.n_candidates[members]):
        branch.member[members] = branch.point[branch.candidate[members, i]]
        pairs = branch.pairs[members - 1] + branch.reach[members, i]
        over = -pairs
        for j in range(size):
            over += market.price[branch.member[j]]
        if over > 0.0:
            _lower(market, branch.member, over)
            at = market.n_columns[0]
            if at < market.column.shape[0]:
                market.column_pairs[at] = pairs
                for j in range(size):
                    market.column[at, j] = branch.member[j]
                market.n_columns[0] = at + 1


@inner_kernel
def _lower(market, member, over):  # market.price OUT
    """Take ``over`` off the price of a set, evenly from its items; a point twice in the set counts four times."""
    meetings = 0
    for i in range(member.shape[0]):
        for j in range(member.shape[0]):
            meetings += member[i] == member[j]
    for i in range(member.shape[0]):
        market.price[member[i]] -= over / meetings

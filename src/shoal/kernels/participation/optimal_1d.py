"""The cheapest way to cut a sorted line into runs that each keep a probabilistic promise."""

from __future__ import annotations

from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.participation.poisson_binomial import empty_distribution, failing_mass, one_more, settled


@inner_kernel
def _closes(promised, size):  # IN: promised.pmf describes a run of this size
    """Whether a run keeps the promise, no matter who joins it later."""
    return (
        size >= promised.pmf.shape[0]
        and settled(promised.pmf)
        and failing_mass(promised.pmf, promised.band) <= promised.acceptable[0]
    )


@kernel
def earliest_ends(promised, first, stop, earliest_end):  # earliest_end OUT, the rest IN
    """Where runs that begin at ``first``..``stop − 1`` may end at the earliest; beyond the line if nowhere."""
    n_records = promised.participation.shape[0]
    for begin in range(first, stop):
        empty_distribution(promised.pmf, promised.band)
        end = begin
        while end < n_records:
            one_more(promised.pmf, promised.band, promised.participation[end])
            end += 1
            if _closes(promised, end - begin):
                break
        else:
            end = n_records + 1
        earliest_end[begin] = end


@kernel
def solve_promised_beginnings(line, promised, earliest_end, first, stop):  # line OUT, the rest IN
    """Solve the beginnings of ``first``..``stop − 1`` records; all shorter ones are solved.

    The last run grows backwards. It is a candidate once it keeps the promise; it need not grow beyond the point where
    it could be cut into two runs that both keep it, since that never costs more.
    """
    for n_first in range(first, stop):
        empty_distribution(promised.pmf, promised.band)
        mass, mean, sse = 0.0, 0.0, 0.0
        latest_begin = -1
        for size in range(1, n_first + 1):
            begin = n_first - size
            if latest_begin >= 0 and earliest_end[begin] <= latest_begin:
                break
            one_more(promised.pmf, promised.band, promised.participation[begin])
            gap = line.value[begin] - mean
            total = mass + line.weight[begin]
            sse += line.weight[begin] * (mass / total) * gap * gap
            mean += line.weight[begin] / total * gap
            mass = total
            if latest_begin < 0 and _closes(promised, size):
                latest_begin = begin
            if latest_begin >= 0 and line.best[begin] + sse < line.best[n_first]:
                line.best[n_first] = line.best[begin] + sse
                line.last_size[n_first] = size

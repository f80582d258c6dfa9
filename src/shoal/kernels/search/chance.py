"""Random numbers of the annealing: drawn from one word of state, so that the same seed gives the same trials."""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import lean_kernel

HOPELESS = 30.0  # exp(−30) is never drawn: saves the logarithm


@lean_kernel
def _draw(chance):
    """64 random bits (xorshift, Marsaglia 2003)."""
    bits = chance[0]
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    chance[0] = bits
    return bits


@lean_kernel
def below(chance, count):
    """A whole number from 0 to ``count`` − 1."""
    return np.int64(((_draw(chance) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@lean_kernel
def share(chance):
    """A number in (0, 1)."""
    return (np.float64(_draw(chance) >> np.uint64(11)) + 0.5) * (1.0 / 9007199254740992.0)


@lean_kernel
def accepted(cost, heat, chance):
    """Metropolis: what gains is accepted, what costs sometimes."""
    if cost <= 0.0:
        return True
    return cost < HOPELESS * heat and cost < -heat * np.log(share(chance))

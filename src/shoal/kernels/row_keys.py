"""Keys of rows: 128 bits that depend on the values of a record and on nothing else.

Every value is mixed into two lanes of 64 bits, column after column. The mixing is the finaliser of SplitMix64 (Steele,
Lea and Flood 2014), a bijection in which every bit of the input changes about half of the output. All arithmetic is
that of unsigned 64-bit numbers, so all machines find the same keys.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: SplitMix64's step
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)  # the two factors of SplitMix64's finaliser (Stafford's mix 13)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
MISSING = np.uint64(0xD1B54A32D192ED03)  # stands for a missing value: an arbitrary odd number (Steele and Vigna 2021)
WORD_BYTES = 8

Words = npt.NDArray[np.uint64]


@inner_kernel
def _mixed(state, word):
    """The next state of a lane."""
    x = (state + GAMMA) ^ word
    x = (x ^ (x >> np.uint64(30))) * FIRST_FACTOR
    x = (x ^ (x >> np.uint64(27))) * SECOND_FACTOR
    return x ^ (x >> np.uint64(31))


@kernel
def mix_words(words, missing, first, second):  # words, missing IN; first, second OUT
    """Mix one number of each record, or that it is missing, into both lanes."""
    for record in range(len(words)):
        word = MISSING if missing[record] else words[record]
        first[record] = _mixed(first[record], word)
        second[record] = _mixed(second[record] ^ GAMMA, word)


@kernel
def mix_texts(begins, ends, letters, missing, first, second):  # all but first, second IN; first, second OUT
    """Mix one text of each record, or that it is missing, into both lanes: eight bytes at a time, then the length."""
    for record in range(len(begins)):
        if missing[record]:
            first[record] = _mixed(first[record], MISSING)
            second[record] = _mixed(second[record] ^ GAMMA, MISSING)
            continue
        lane, other = first[record], second[record] ^ GAMMA
        at = begins[record]
        while at < ends[record]:
            word = np.uint64(0)
            for place in range(min(WORD_BYTES, ends[record] - at)):
                word |= np.uint64(letters[at + place]) << np.uint64(8 * place)
            lane, other = _mixed(lane, word), _mixed(other, word)
            at += WORD_BYTES
        length = np.uint64(ends[record] - begins[record])
        first[record] = _mixed(lane, length)
        second[record] = _mixed(other, length)

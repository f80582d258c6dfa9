"""Who takes part: models that turn what is known before a survey into a probability for every record.

``participation`` accepts one probability for all records, or one for each; these need no model. This module has two
models that are estimated from a past survey: one rate for each stratum, and a logistic model of the attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee.parameters import check_participation

# A model never says "never" or "always": it was fitted to a sample.
SMALLEST_SHARE, LARGEST_SHARE = 1e-6, 1.0 - 1e-6
LARGEST_LOWERING = 0.99
JEFFREYS = 0.5  # answers and refusals added to a stratum before the rate is taken, so that small strata are not certain


def lowered(participation: npt.ArrayLike, by: float) -> float | FloatArray:
    """The same participation lowered by a share: 0.1 takes off ten per cent of every probability."""
    if not (isinstance(by, (int, float)) and 0.0 <= by <= LARGEST_LOWERING):
        raise ParameterError(
            f"Participation can be lowered by a share from 0 to {LARGEST_LOWERING}; 0.1 stands for ten per cent.",
            parameter="by",
        )
    shares = check_participation(participation)
    return shares * (1.0 - by)


@dataclass(frozen=True)
class StratumParticipation:
    """One rate for each stratum."""

    rates: Mapping[object, float] = field(repr=False)  # strata are values of a table: not in a log by accident

    def __post_init__(self) -> None:
        if len(self.rates) == 0:
            raise ParameterError("Participation by stratum needs the rate of at least one stratum.")
        check_participation(list(self.rates.values()))

    @classmethod
    def fit(cls, strata: Sequence[object] | npt.NDArray[np.generic], answered: npt.ArrayLike) -> StratumParticipation:
        """Rates of a past survey: (answers + ½)/(records + 1) in each stratum (Jeffreys)."""
        took_part = _check_answered(answered, len(strata))
        counts: dict[object, list[float]] = {}
        for stratum, answer in zip(_plain(strata), took_part, strict=True):
            pair = counts.setdefault(stratum, [JEFFREYS, 2.0 * JEFFREYS])
            pair[0] += answer
            pair[1] += 1.0
        return cls({stratum: yes / total for stratum, (yes, total) in counts.items()})

    def of(self, strata: Sequence[object] | npt.NDArray[np.generic]) -> FloatArray:
        """The participation of records in these strata."""
        unknown = [row for row, stratum in enumerate(_plain(strata)) if stratum not in self.rates]
        if unknown:
            raise ParameterError(
                f"{len(unknown)} record(s) are in a stratum without a rate, the first in row {unknown[0] + 1}.",
                count=len(unknown),
                hint="Give its rate, or put it together with another stratum.",
            )
        return np.array([self.rates[stratum] for stratum in _plain(strata)])

    def describe(self) -> str:
        """The model in a sentence."""
        shares = list(self.rates.values())
        return f"one rate for each of {len(shares)} strata, from {min(shares):.3g} to {max(shares):.3g}"


@dataclass(frozen=True)
class LogisticParticipation:
    """logit π = intercept + Σ coefficient·(attribute − mean)/scale."""

    intercept: float
    coefficients: tuple[float, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    n_records: int  # of the past survey
    n_answered: int

    @classmethod
    def fit(cls, attributes: npt.ArrayLike, answered: npt.ArrayLike) -> LogisticParticipation:
        """Fit who answered a past survey to numeric attributes, one row for each record (categories as 0/1 columns).

        The fit is scikit-learn's with its default ridge penalty of 1 on standardised attributes, which keeps the model
        finite where an attribute separates those who answered from those who did not.
        """
        from sklearn.linear_model import LogisticRegression

        table = _check_attributes(attributes)
        took_part = _check_answered(answered, len(table))
        if took_part.all() or not took_part.any():
            raise ParameterError(
                "In the past survey everybody answered, or nobody did: nothing can be learnt from it about who does. "
                "Give one participation for all instead."
            )
        means = table.mean(axis=0)
        spread = table.std(axis=0)
        scales = np.where(spread > 0.0, spread, 1.0)
        model = LogisticRegression(max_iter=1000).fit((table - means) / scales, took_part)
        return cls(
            float(model.intercept_[0]),
            tuple(float(value) for value in model.coef_[0]),
            tuple(float(value) for value in means),
            tuple(float(value) for value in scales),
            len(table),
            int(took_part.sum()),
        )

    def of(self, attributes: npt.ArrayLike) -> FloatArray:
        """The participation of records with these attributes."""
        table = _check_attributes(attributes)
        if table.shape[1] != len(self.coefficients):
            raise ParameterError(
                f"The model was fitted to {len(self.coefficients)} attributes, and these records have {table.shape[1]}."
            )
        logit = self.intercept + ((table - np.array(self.means)) / np.array(self.scales)) @ np.array(self.coefficients)
        shares: FloatArray = np.exp(-np.logaddexp(0.0, -logit))
        return np.clip(shares, SMALLEST_SHARE, LARGEST_SHARE)

    def describe(self) -> str:
        """The model in a sentence."""
        return (
            f"a logistic model of {len(self.coefficients)} attributes, fitted to a survey that {self.n_answered} of "
            f"{self.n_records} records answered"
        )


def _plain(strata: Sequence[object] | npt.NDArray[np.generic]) -> list[object]:
    """Python's own numbers and strings, which compare and hash as expected."""
    return list(strata.tolist()) if isinstance(strata, np.ndarray) else list(strata)


def _check_answered(answered: npt.ArrayLike, n_records: int) -> BoolArray:
    array = np.asarray(answered)
    if array.shape != (n_records,) or n_records == 0:
        raise ParameterError(
            Setting("answered"),
            f" must say of each of the {n_records} records whether it took part; found the shape {array.shape}.",
        )
    if array.dtype.kind not in "biuf" or not np.isin(array, (0, 1)).all():
        raise ParameterError(
            Setting("answered"), " must be true or false (1 or 0) for every record of the past survey."
        )
    return array.astype(np.bool_)


def _check_attributes(attributes: npt.ArrayLike) -> FloatArray:
    try:
        table = np.asarray(attributes, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("Attributes must be numbers; encode categories as columns of 0 and 1 first.") from None
    if table.ndim != 2 or table.size == 0:
        raise ParameterError(f"Attributes must be a table, one row a record; found the shape {table.shape}.")
    bad = ~np.isfinite(table).all(axis=1)
    if bad.any():
        raise ParameterError(
            f"Attributes are missing or infinite in {int(bad.sum())} record(s), the first in row "
            f"{int(np.argmax(bad)) + 1}.",
            count=bad.sum(),
            hint="Fill them, or leave these records out.",
        )
    return table

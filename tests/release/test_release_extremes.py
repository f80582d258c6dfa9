"""Numbers at the ends of the floats: a report must come out of them whole, in every form."""

from __future__ import annotations

import json
import re

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.release.pages.plots import loss_plot, marginal_plot
from shoal.release.utility.loss import correlations, moments
from shoal.release.utility.marginals import numeric_marginal
from shoal.release.wording import loss_reading, percent

N_RECORDS = 300
K = 5

EXTREMES = {
    # bins narrower than the distance between two floats had no width to be drawn with
    "integers around 2**62": 2**62 + np.arange(N_RECORDS),
    "a few floats around 2**62": 2.0**62 + 1024.0 * (np.arange(N_RECORDS) % 9),
    # sums and squares overflowed, and NaN is no JSON
    "both ends": np.where(np.arange(N_RECORDS) % 2, 1e308, -1e308),
    "squares overflow": np.random.default_rng(0).normal(0, 1e200, N_RECORDS),
    "sums overflow": np.linspace(1e308, 1.7e308, N_RECORDS),
    "rounding up overflows": np.append(np.full(N_RECORDS - K, 1.7976e308), np.full(K, 1.79e308)),
    "squares vanish": np.random.default_rng(0).normal(0, 1e-300, N_RECORDS),
    "the smallest floats": 5e-324 * (np.arange(N_RECORDS) % 9),
    "constant": np.full(N_RECORDS, 2**62),
}


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("values", EXTREMES.values(), ids=EXTREMES.keys())
def test_a_report_comes_out_whole(values):
    frame = pl.DataFrame({"x": values, "y": np.random.default_rng(1).normal(size=N_RECORDS)})
    report = shoal.anonymize(frame, k=K, quasi_identifiers=["x", "y"], seed=0).report
    facts = json.loads(report.to_json())
    assert facts["promise"]["kept"] is True
    assert {marginal["name"] for marginal in facts["marginals"]} == {"x", "y"}
    for form in (report.to_html(), report.to_text()):
        assert "Kept" in form
        assert not re.search(r"\bnan\b", form, re.IGNORECASE)
        assert "inf" not in form.replace("information", "")


@pytest.mark.parametrize("size", [1.0, 1e200, 2.0**1020, 1e-200, 2.0**-1000])
def test_moments_and_correlations_do_not_depend_on_the_unit(size):
    rng = np.random.default_rng(4)
    values, others = rng.normal(3, 1, 500), rng.normal(size=500)
    told = moments(values * size, values * size)
    assert told.mean_before == pytest.approx(float(values.mean()) * size, rel=1e-3)
    assert told.deviation_before == pytest.approx(float(values.std()) * size, rel=1e-3)
    assert correlations([values * size, others]) == pytest.approx(np.corrcoef(values, others))


def test_a_small_spread_far_from_zero_is_still_correlated():
    """Nine floats around 2**62 lie 1024 apart: little beside the numbers themselves, but no rounding noise."""
    steps = np.arange(400.0) % 9
    assert correlations([2.0**62 + 1024 * steps, -steps])[0, 1] == pytest.approx(-1)


def test_bins_are_never_narrower_than_floats_are_apart():
    values = np.repeat(2.0**62 + 1024.0 * np.arange(9), 10)
    marginal = numeric_marginal(values, values, K, whole=True)
    assert marginal is not None
    assert len(marginal.borders) > 1
    assert len(set(marginal.labels)) == len(marginal.labels)  # ten digits would not tell these borders apart
    assert values.min() < min(marginal.borders) < max(marginal.borders) < values.max()
    assert "nan" not in marginal_plot({"name": "x", **marginal.to_dict()})


def test_a_loss_above_everything_is_drawn_and_explained():
    attributes = [{"name": "age", "loss_share": 10.1}, {"name": "income", "loss_share": 1e24}]
    drawing = loss_plot(attributes, 3.5)
    assert "1010.00 %" in drawing
    assert "1e+26 %" in drawing
    said = loss_reading({"overall": 0.5, "cells": 0.2, "rough": False, "attributes": attributes})
    assert "further from the original ones than the mean" in said
    usual = loss_reading({"overall": 0.5, "cells": 0.2, "rough": False, "attributes": []})
    assert "further" not in usual
    assert "50.00 %" in usual and "20.00 %" in usual
    rough = loss_reading({"overall": 0.5, "cells": 0.2, "rough": True, "attributes": []})
    assert "lost 50 %" in rough and "lose 20 %" in rough
    assert percent(12.0) == "1200.0 %"


@pytest.mark.parametrize("first_day", [3_000_000, -1_000_000, 0])
@pytest.mark.parametrize("dtype", [pl.Date, pl.Datetime("ms"), pl.Datetime("us")])
def test_years_that_python_does_not_know_make_a_report(dtype, first_day):
    """Tables hold dates of the year 10183 and of 768 before our era; Python's own end at 9999 and begin at 1."""
    days = pl.Series(first_day + np.arange(N_RECORDS) % 40, dtype=pl.Int32).cast(pl.Date)
    seen = days if dtype == pl.Date else (days.to_physical().cast(pl.Int64) * 86_400_000).cast(pl.Datetime("ms"))
    frame = pl.DataFrame({"seen": seen.cast(dtype)})
    report = shoal.anonymize(frame, k=K, quasi_identifiers=["seen"], seed=0).report
    assert "Kept" in report.to_html()
    if dtype == pl.Date or first_day == 0:  # the unit of a moment beyond the calendar cannot be told: no picture
        year = {3_000_000: "10183", -1_000_000: "-768", 0: "1970"}[first_day]
        assert report.facts["marginals"][0]["labels"][0].startswith(f"below {year}-")

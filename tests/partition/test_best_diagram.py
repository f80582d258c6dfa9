"""best with a diagram: a small quantizer also of many records."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import Best, PowerDiagram, microaggregate
from shoal.errors import ParameterError
from shoal.quantizer.design import rule_of
from shoal.quantizer.rules.power import PowerRule


@pytest.fixture(scope="module")
def many() -> np.ndarray:
    """More than 2,000 cells of two or three."""
    return np.random.default_rng(0).standard_normal((6_000, 2))


def test_many_records_get_costs_when_a_diagram_is_asked_for(many: np.ndarray) -> None:
    plain = microaggregate(many, 2, method=Best(start="mdav", steps=["anneal(5)"]), seed=0)
    closed = microaggregate(many, 2, method=Best(start="mdav", steps=["anneal(5)"], diagram=True), seed=0)
    assert plain.costs is None
    assert closed.method == "best(start=mdav, steps=[anneal(5)], diagram=True)"
    assert closed.sse <= plain.sse
    assert sorted(closed.sizes) == sorted(plain.sizes)
    assert closed.costs is not None
    assert closed.sites is not None
    np.testing.assert_array_equal(PowerDiagram(closed.sites, closed.costs).assign(many), closed.cell_of)
    rule, elsewhere = rule_of(many, closed.cell_of, closed.centroids, k=2, costs=closed.costs, sites=closed.sites)
    assert isinstance(rule, PowerRule)
    assert elsewhere == 0


def test_its_words_give_the_same_cells_again(many: np.ndarray) -> None:
    first = microaggregate(many[:400], 5, method="auto(diagram=True)", seed=0)
    again = microaggregate(many[:400], 5, method=first.method, seed=0)
    assert first.method.startswith("auto: best(")
    np.testing.assert_array_equal(first.cell_of, again.cell_of)


def test_a_diagram_is_yes_or_no() -> None:
    with pytest.raises(ParameterError, match="diagram must be True or False"):
        Best(diagram="yes")  # type: ignore[arg-type]

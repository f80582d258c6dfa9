"""Designs of boxes: the promise, coverage, determinism, and every wrong frame."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.boxes import loss_of, mondrian
from shoal.errors import InfeasiblePromise, MissingValuesError, ParameterError, RolesError, ShoalError
from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.decoding import parts_of_boxes
from shoal.survey.boxes.from_frame import design_boxes
from shoal.survey.boxes.questions import NumberQuestion, OrderQuestion, SetQuestion

N = 400
TAXONOMY = "value,parent\nworld,\neurope,world\nasia,world\nspain,europe\nfrance,europe\njapan,asia\nchina,asia\n"
FAR_BELOW = 0.8  # of Mondrian's loss
QUICK = 3  # visits a record: tests are about what holds whatever the effort


def people(seed: int = 0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, N),
            "weight": rng.normal(70, 12, N).round(1),
            "born": [date(1950, 1, 1) + timedelta(days=int(day)) for day in rng.integers(0, 20_000, N)],
            "school": rng.choice(["none", "some", "much"], N),
            "job": rng.choice(["cook", "clerk", "pilot", "nurse", "diver"], N, p=[0.4, 0.3, 0.16, 0.13, 0.01]),
            "from": rng.choice(["spain", "france", "japan", "china", "asia"], N),
        }
    )


@pytest.fixture(scope="module")
def taxonomy(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("taxonomy") / "from.csv"
    path.write_text(TAXONOMY, encoding="utf-8")
    return str(path)


PROMISES = {
    "k": KAnonymity(12),
    "constant": ProbabilisticAnonymity(4, 1e-3, 0.6),
    "uneven": ProbabilisticAnonymity(3, 1e-3, np.random.default_rng(5).uniform(0.3, 0.95, N)),
}


@pytest.fixture(scope="module")
def designs(taxonomy: str) -> dict[tuple[str, str], BoxDesign]:
    frame = people()
    return {
        (name, layout): design_boxes(
            frame,
            promise=promise,
            quasi_identifiers=frame.columns,
            orders={"school": ("none", "some", "much")},
            taxonomies={"from": taxonomy},
            layout=layout,
            effort=QUICK,
        )
        for name, promise in PROMISES.items()
        for layout in ("flow", "grid")
    }


CASES = [(name, layout) for name in PROMISES for layout in ("flow", "grid")]


@pytest.mark.parametrize("case", CASES)
def test_every_member_of_the_frame_has_a_box_that_keeps_the_promise(case, designs) -> None:
    design, promise = designs[case], PROMISES[case[0]]
    box_of = design.assign(people())
    assert np.array_equal(np.bincount(box_of, minlength=design.n_boxes), design.counts)
    if isinstance(promise, KAnonymity):
        assert promise.kept_by(design.counts)
    else:
        assert promise.kept_by(box_of)
        assert design.failures.max() <= promise.failure * (1 + 1e-9)
    assert design.n_boxes > 5


@pytest.mark.parametrize("case", CASES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_answers_at_all_lead_to_exactly_one_box(case, designs, data) -> None:
    """Also numbers beyond the frame, infinities, and categories that nobody has ever seen."""
    design = designs[case]
    levels = []
    for question in design.questions:
        if isinstance(question, NumberQuestion):
            value = data.draw(st.floats(allow_nan=False))
            levels.append(int(question.levels_of(np.array([value]))[0]))
        else:
            levels.append(data.draw(st.integers(0, question.n_levels - 1)))
    box = int(design.rule.assign(np.array(levels)[:, None])[0])
    held_by = [
        number
        for number, parts in enumerate(parts_of_boxes(design))
        if all(level in part for level, part in zip(levels, parts, strict=True))
    ]
    if case[1] == "flow":
        assert held_by == [box]
    else:  # a combination that nobody of the frame has borrows a box
        assert held_by in ([box], [])
        assert 0 <= box < design.n_boxes


def test_strangers_find_a_box(designs) -> None:
    strangers = (
        people()
        .head(4)
        .with_columns(
            age=pl.Series([-5, 0, 130, 10**15]),
            weight=pl.Series([1e-300, 1e300, -1e300, 0.0]),
            born=pl.Series([date(1, 1, 1), date(9999, 12, 31), date(1970, 1, 1), date(1960, 2, 29)]),
            job=pl.Series(["astronaut", "", "x" * 500, "COOK"]),
            **{"from": pl.Series(["atlantis", "peru", "world", "asia"])},
        )
    )
    for case in CASES:
        assert np.all(designs[case].assign(strangers) >= 0)


def test_rare_categories_are_never_named(designs) -> None:
    for case in CASES:
        design = designs[case]
        job = next(question for question in design.questions if question.column == "job")
        assert isinstance(job, SetQuestion) and "diver" not in job.categories
        assert "diver" not in design.decoding_table().write_csv()


def test_only_thresholds_in_use_are_told(designs) -> None:
    design = designs["k", "flow"]
    for question in design.questions:
        if isinstance(question, NumberQuestion):
            used = {
                level
                for parts in parts_of_boxes(design)
                for level in [min(parts[design.columns.index(question.column)])]
            }
            assert used == set(range(question.n_levels))


def test_released_values_are_those_of_the_members(designs) -> None:
    frame = people()
    design = designs["constant", "flow"]
    box_of = design.assign(frame)
    decoded = design.decode([design.codes[box] for box in box_of])
    ages = frame["age"].to_numpy()
    for box in range(design.n_boxes):
        assert decoded["age"].to_numpy()[box_of == box] == pytest.approx(ages[box_of == box].mean(), abs=0.5)
    assert decoded["born"].dtype == pl.Date
    uneven = designs["uneven", "flow"]
    box_of = uneven.assign(frame)
    for box in range(uneven.n_boxes):
        assert uneven.released["age"][box] == pytest.approx(ages[box_of == box].mean(), abs=0.5)


def test_loss_is_that_of_the_boxes() -> None:
    points = np.random.default_rng(1).normal(size=(300, 3))
    frame = pl.DataFrame(points, schema=["a", "b", "c"])
    design = design_boxes(frame, promise=10, quasi_identifiers=["a", "b", "c"], effort=QUICK)
    standard = (points - points.mean(axis=0)) / points.std(axis=0)
    assert design.loss == round(loss_of(standard, design.assign(frame)), 4)  # every column by its own variance


def test_the_seed_decides() -> None:
    frame = people()
    made = [
        design_boxes(frame, promise=8, quasi_identifiers=["age", "weight", "job"], seed=seed, effort=20).digest
        for seed in (1, 1, 2)
    ]
    assert made[0] == made[1] != made[2]


def test_more_effort_costs_less_distortion() -> None:
    points = np.random.default_rng(2).normal(size=(1000, 4))
    frame = pl.DataFrame(points, schema=list("abcd"))
    losses = [design_boxes(frame, promise=10, quasi_identifiers=list("abcd"), effort=effort).loss for effort in (0, 40)]
    assert losses[1] < 0.99 * losses[0]


def test_far_below_mondrian() -> None:
    points = np.random.default_rng(0).normal(size=(5000, 5))
    require_far_below_mondrian((points - points.mean(axis=0)) / points.std(axis=0))


def test_far_below_mondrian_on_census(casc_points: Callable[[str], np.ndarray]) -> None:
    require_far_below_mondrian(casc_points("census"))


def require_far_below_mondrian(points: np.ndarray) -> None:
    frame = pl.DataFrame(points, schema=[f"x{at}" for at in range(points.shape[1])])
    design = design_boxes(frame, promise=27, quasi_identifiers=frame.columns, effort=20)
    assert design.counts.min() >= 27
    assert design.loss <= FAR_BELOW * loss_of(points, mondrian(points, 27))


def test_round_numbers_on_request() -> None:
    frame = people()
    columns = ["age", "weight", "born"]
    design = design_boxes(frame, promise=10, quasi_identifiers=columns, round_numbers=True, effort=QUICK)
    age, weight, born = design.questions
    assert age.thresholds and all(threshold % 5 == 0 for threshold in age.thresholds)
    assert weight.thresholds and all(threshold % 5 == 0 for threshold in weight.thresholds)
    assert born.thresholds
    assert all((date(1970, 1, 1) + timedelta(days=at)).strftime("%d%m") == "0101" for at in born.thresholds)
    stepped = design_boxes(frame, promise=10, quasi_identifiers=columns, round_numbers={"age": 10}, effort=QUICK)
    assert all(threshold % 10 == 0 for threshold in stepped.questions[0].thresholds)
    assert any(threshold % 5 for threshold in stepped.questions[1].thresholds)


def test_most_boxes_shorten_the_form() -> None:
    frame = people()
    design = design_boxes(frame, promise=5, quasi_identifiers=["age", "weight"], most_boxes=9, effort=QUICK)
    assert 6 <= design.n_boxes <= 9


def test_constant_columns_and_repeated_values() -> None:
    """Half of the frame is 40 years old: no range can split them, and a column with one value is never asked for."""
    frame = pl.DataFrame({"age": [40] * 50 + list(range(41, 91)), "town": ["X"] * 100, "level": [1.5] * 100})
    for layout in ("flow", "grid"):
        design = design_boxes(frame, promise=20, quasi_identifiers=["age", "town", "level"], layout=layout)
        box_of = design.assign(frame)
        assert len(set(box_of[:50])) == 1
        assert design.n_boxes == 3 and design.counts[0] > 50 and design.counts.min() >= 20
        if layout == "flow":
            assert design.counts.tolist() == [60, 20, 20]  # the best of all ways, by trying them
        assert design.released["town"].to_list() == ["X"] * design.n_boxes
        assert design.released["level"].to_list() == [1.5] * design.n_boxes


def test_a_frame_of_one_box() -> None:
    frame = pl.DataFrame({"age": list(range(15))})
    for layout in ("flow", "grid"):
        design = design_boxes(frame, promise=10, quasi_identifiers="age", layout=layout)
        assert design.n_boxes == 1 and design.loss == pytest.approx(1.0)


def test_numbers_with_an_order_of_their_own_are_ranges_and_given_orders_are_listed() -> None:
    frame = pl.DataFrame({"grade": [1, 2, 3, 4] * 20, "size": ["S", "M", "L", "S"] * 20})
    design = design_boxes(
        frame,
        promise=10,
        quasi_identifiers=["grade", "size"],
        types={"grade": "ordinal"},
        orders={"size": ["S", "M", "L", "XL"]},
    )
    grade, size = design.questions
    assert isinstance(grade, NumberQuestion) and isinstance(size, OrderQuestion)
    assert size.order == ("S", "M", "L", "XL")
    with pytest.raises(ShoalError, match="outside the given order"):
        design.assign(frame.with_columns(size=pl.lit("XXL")))


def test_moments_in_another_unit_find_the_same_box() -> None:
    rng = np.random.default_rng(0)
    seconds = pl.Series("at", rng.integers(0, 10**9, 200) * 1000).cast(pl.Datetime("ms"))
    frame = pl.DataFrame({"at": seconds})
    design = design_boxes(frame, promise=10, quasi_identifiers="at", effort=QUICK)
    finer = frame.with_columns(pl.col("at").cast(pl.Datetime("ns")))
    assert np.array_equal(design.assign(frame), design.assign(finer))
    with pytest.raises(ShoalError, match="holds values of the type 'date'"):
        design.assign(frame.with_columns(pl.col("at").cast(pl.Date)))


# --- wrong use


def test_no_answer_is_not_an_answer() -> None:
    frame = people().with_columns(age=pl.when(pl.col("age") > 80).then(None).otherwise(pl.col("age")))
    with pytest.raises(MissingValuesError, match="no box for 'no answer'"):
        design_boxes(frame, promise=5, quasi_identifiers=["age"])


def test_a_frame_that_is_too_small_is_told_what_would_do() -> None:
    frame = people().head(20)
    with pytest.raises(InfeasiblePromise, match=r"failure of at least 0\.128, or lower k to "):
        design_boxes(frame, promise=ProbabilisticAnonymity(10, 1e-3, 0.6), quasi_identifiers=["age"])
    with pytest.raises(InfeasiblePromise):
        design_boxes(frame, promise=21, quasi_identifiers=["age"])


@pytest.mark.parametrize(
    ("settings_", "words"),
    [
        ({"layout": "circle"}, "layout"),
        ({"most_boxes": 0}, "most_boxes"),
        ({"effort": -1.0}, "effort"),
        ({"promise": "five"}, "promise"),
        ({"round_numbers": {"nobody": None}}, "not a quasi-identifier"),
        ({"round_numbers": {"job": 5.0}}, "holds categories"),
        ({"round_numbers": {"age": 0.0}}, "positive"),
        ({"wording": {"height": "How tall are you?"}}, "for 'height'"),
    ],
)
def test_wrong_settings(settings_: dict, words: str) -> None:
    given = {"promise": 5, "quasi_identifiers": ["age", "job"], **settings_}
    with pytest.raises(ParameterError, match=words):
        design_boxes(people(), **given)


def test_participation_for_another_number_of_people() -> None:
    with pytest.raises(ShoalError):
        design_boxes(
            people(), promise=ProbabilisticAnonymity(3, 0.01, np.linspace(0.4, 0.9, 7)), quasi_identifiers=["age"]
        )


def test_columns_that_are_not_there() -> None:
    with pytest.raises(RolesError):
        design_boxes(people(), promise=5, quasi_identifiers=["agee"])
    design = design_boxes(people(), promise=50, quasi_identifiers=["age"], effort=0)
    with pytest.raises(ShoalError, match="age"):
        design.assign(people().drop("age"))


def test_codes_catch_slips_of_the_pen(designs) -> None:
    design = designs["k", "flow"]
    code = design.codes[3]
    assert design.boxes_of([f" {code[0]}-{code[1:].lower()} "]).tolist() == [3]
    swapped = code[1] + code[0] + code[2:]
    assert swapped != code
    with pytest.raises(ShoalError, match=r"the first is number 2.*1 of them were miscopied"):
        design.decode([code, swapped])
    with pytest.raises(ShoalError, match="belongs to no box"):
        design.decode(["YYYYY"])

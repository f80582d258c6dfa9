"""Closing: what is released, what is withheld, and what the files say."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.errors import PromiseNotKept, ShoalError, WrongUse
from shoal.survey.closing.closed import ClosedSurvey
from shoal.survey.closing.closing import AnswersKey, close_survey
from shoal.survey.collection.saving import is_signed_release
from shoal.survey.specification.signing import make_keys

COUNTS = (5, 4, 2, 3, 1)  # k is 3: the third and the fifth cell are withheld


def closed(own: SealedSurvey, bundle: Path, **options: Any) -> ClosedSurvey:
    return close_survey(own.survey, bundle, AnswersKey(own.key, own.key_path), **options)


def table(own: SealedSurvey, bundle: Path, **options: Any) -> pl.DataFrame:
    found: pl.DataFrame = closed(own, bundle, **options).collected.table
    return found


def test_cells_with_k_answers_are_released_and_the_others_are_not(sealed: SealedSurvey) -> None:
    made = closed(sealed, sealed.bundle(sealed.entries(COUNTS)))
    released = made.collected.table
    assert released.columns == ["age", "income", "opinion", "ways", "spent"]
    assert released.group_by("age", "income").len()["len"].sort().to_list() == [3, 4, 5]
    assert made.collected.attained.n_cells_failed == 2 and made.numbers.refused == {}
    values = sealed.survey.specification.n_cells
    assert made.collected.attained.n_cells_empty == values - len(COUNTS)


def test_answers_arrive_as_they_were_given(sealed: SealedSurvey) -> None:
    entries = [sealed.entry(0, ways=["bus", "foot"], spent=12.5), *(sealed.entry(0, opinion="no") for _ in range(3))]
    released = table(sealed, sealed.bundle(entries))
    row = released.filter(pl.col("opinion") == "yes").row(0, named=True)
    assert json.loads(row["ways"]) == ["bus", "foot"] and row["spent"] == 12.5
    assert released["spent"].null_count() == 3


def test_files_say_nothing_of_withheld_cells_that_the_release_does_not_say(sealed: SealedSurvey) -> None:
    """The number of all answers minus that of the released ones would be an exact count of withheld ones."""
    folder = sealed.folder / "out"
    paths = closed(sealed, sealed.bundle(sealed.entries(COUNTS)), invited=300).save(folder)
    report = json.loads(paths["report_json"].read_text("utf-8"))
    assert report["n_released"] == 12 and report["participation"]["invited"] == 300
    assert report["cells"]["lacking"] == report["failure"]["failed_at_most"] == report["cells"]["designed"] - 3
    numbers = [value for value in _leaves(report) if isinstance(value, int)]
    assert sum(COUNTS) not in numbers
    assert not {"n_answers", "n_withheld", "n_cells_failed", "entries"} & set(_names(report))
    html = paths["report"].read_text("utf-8")
    assert "12 answers released" in html and "is not said" in html
    assert sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) == [
        "release.csv",
        "report.html",
        "report.json",
    ]
    manifest = paths["manifest"]
    assert manifest.parent != folder and manifest.stat().st_mode & 0o077 == 0
    private = json.loads(manifest.read_text("utf-8"))
    assert private["numbers"]["answers"] == sum(COUNTS) and private["attained"]["n_withheld"] == 3
    assert set(private["files"]) == {"release.csv", "report.html", "report.json"}


def _names(value: Any) -> list[str]:
    """All keys."""
    if isinstance(value, dict):
        return [*value, *(name for item in value.values() for name in _names(item))]
    return [name for item in value for name in _names(item)] if isinstance(value, list) else []


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    return [leaf for item in value for leaf in _leaves(item)] if isinstance(value, list) else [value]


def test_a_second_closing_gives_the_same_release_or_none(sealed: SealedSurvey) -> None:
    """A repository that hands out another bundle later, with one answer fewer, would show that answer."""
    entries = sealed.entries(COUNTS)
    first = closed(sealed, sealed.bundle(entries)).save(sealed.folder / "first")
    again = closed(sealed, sealed.bundle(entries[::-1])).save(sealed.folder / "again")
    for name in ("table", "report", "report_json"):
        assert first[name].read_bytes() == again[name].read_bytes()
    with pytest.raises(WrongUse, match="closed before, with other answers"):
        closed(sealed, sealed.bundle(entries[1:]))
    with pytest.raises(WrongUse, match="closed before"):
        closed(sealed, sealed.bundle(entries), diversity={"opinion": 2})


def test_a_damaged_note_of_closings_is_no_reason_to_close_again(sealed: SealedSurvey) -> None:
    made = closed(sealed, sealed.bundle(sealed.entries(COUNTS)))
    made.note.write_text("{", encoding="utf-8")
    with pytest.raises(WrongUse, match="is damaged"):
        closed(sealed, sealed.bundle(sealed.entries(COUNTS)))


def test_the_order_of_rows_is_neither_that_of_tokens_nor_that_of_cells(sealed: SealedSurvey) -> None:
    counts = (7, 7, 7, 7)
    ages = table(sealed, sealed.bundle(sealed.entries(counts)))["age"].to_list()
    changes = sum(one != other for one, other in pairwise(ages))
    assert changes > len(counts)  # rows of a cell do not stand together


def test_promises_about_answers_are_kept_by_withholding(sealed: SealedSurvey) -> None:
    alike = [sealed.entry(1, opinion="no") for _ in range(4)]
    bundle = sealed.bundle([*sealed.entries((5, 0, 2, 3)), *alike])
    made = closed(sealed, bundle, diversity={"opinion": 2})
    assert made.collected.attained.n_cells_released == 2
    assert made.collected.attained.n_cells_revealing == 1 and made.collected.attained.n_revealing == 4
    assert made.collected.attained.n_repeated == made.collected.attained.n_cells_repeated == 0
    assert [count.n_broken for count in made.collected.promises] == [0]
    assert "at least 2" in made.save(sealed.folder / "out")["report"].read_text("utf-8")


def test_closeness_is_judged_again_after_each_class_that_goes(sealed: SealedSurvey) -> None:
    """A class that was close to the whole can be far from what is left when others went."""
    counts = {0: {"yes": 3, "no": 3}, 1: {"no": 6}, 2: {"yes": 4, "no": 2}, 3: {"yes": 6}}
    entries = [
        sealed.entry(cell, opinion=opinion)
        for cell, opinions in counts.items()
        for opinion, count in opinions.items()
        for _ in range(count)
    ]
    made = closed(sealed, sealed.bundle(entries), closeness={"opinion": 0.3})
    assert made.collected.attained.n_cells_released == 2
    assert all(count.n_broken == 0 and count.weakest <= 0.3 for count in made.collected.promises)


def test_a_promise_that_no_cell_keeps_releases_nothing(sealed: SealedSurvey) -> None:
    with pytest.raises(ShoalError):
        closed(sealed, sealed.bundle([sealed.entry(0) for _ in range(4)]), diversity={"opinion": 2})
    with pytest.raises(ShoalError, match="none of the questions"):
        closed(sealed, sealed.bundle(sealed.entries(COUNTS)), diversity={"age": 2})


def test_too_few_answers_release_nothing(sealed: SealedSurvey) -> None:
    for counts in ((), (2, 1)):
        with pytest.raises(PromiseNotKept, match="nothing to"):
            closed(sealed, sealed.bundle(sealed.entries(counts)))


def test_a_release_is_signed(sealed: SealedSurvey) -> None:
    make_keys(sealed.folder / "office")
    folder = sealed.folder / "out"
    paths = closed(sealed, sealed.bundle(sealed.entries(COUNTS))).save(folder, sign=sealed.folder / "office.key")
    assert is_signed_release(folder)
    with paths["table"].open("a", encoding="utf-8") as file:
        file.write("\n")
    assert not is_signed_release(folder)
    for text in ("[" * 100_000, "{", '{"files": {}, "files": {}}'):
        (folder / "signature.json").write_text(text)
        assert not is_signed_release(folder)


def test_a_folder_with_a_release_is_not_written_over(sealed: SealedSurvey) -> None:
    made = closed(sealed, sealed.bundle(sealed.entries(COUNTS)))
    made.save(sealed.folder / "out")
    with pytest.raises(ShoalError, match="holds a release already"):
        made.save(sealed.folder / "out")

"""What is stored, when answers are taken, what the disk tells: on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from repository_toys import CLOSES, DAY, NOON, OPENS, Toy
from sqlalchemy import text

from benchmarks.survey.running import TokenMaker, envelope, ids_in, write_survey
from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.errors import WrongUse
from shoal.survey.repository.answers import Submission, Taken
from shoal.survey.repository.parts import RepositoryParts
from shoal.survey.repository.period import SurveyStage
from shoal.survey.repository.problems import NotClosedYet
from shoal.survey.repository.store.models import metadata
from shoal.survey.repository.totals import noted_totals
from shoal.survey.tokens.token import Token


def sealed(issuer: TokenMaker, parts: RepositoryParts, token: Token | None = None) -> Submission:
    """A submission with a new envelope, and a new token unless one is given."""
    own = issuer.token() if token is None else token
    given = own.to_dict()
    token_id = bytes.fromhex(parts.check(given).id)
    return Submission(token_id, json.dumps({"token": given}), bytes_of(envelope(), "An envelope"))


def many(toy: Toy, parts: RepositoryParts, n: int) -> list[Submission]:
    return [sealed(toy.issuer, parts) for _ in range(n)]


def totals(parts: RepositoryParts) -> list[tuple[int, int]]:
    """Days since that of the first answers, and totals."""
    with parts.database.read() as connection:
        return [(day - int(NOON.timestamp() // DAY), count) for day, count in noted_totals(connection)]


def test_an_answer_is_stored_once_and_can_be_changed(toy: Toy) -> None:
    parts, token = toy.parts(), toy.issuer.token()
    first, second = sealed(toy.issuer, parts, token), sealed(toy.issuer, parts, token)
    assert parts.answers.take([first]) == [Taken.STORED]
    assert parts.answers.take([first]) == [Taken.UNCHANGED]
    assert parts.answers.take([second, second, first, second]) == [
        Taken.REPLACED,
        Taken.UNCHANGED,
        Taken.REPLACED,
        Taken.REPLACED,
    ]
    other = sealed(toy.issuer, parts)
    assert parts.answers.take([other, second, other]) == [Taken.STORED, Taken.UNCHANGED, Taken.UNCHANGED]
    parts.answers.close()
    head, *rows = map(json.loads, parts.answers.bundle())
    assert head == {"kind": "shoal survey bundle", "version": 2, "survey": toy.issuer.digest, "answers": 2}
    kept = {bytes_of(row["envelope"], "An envelope") for row in rows}
    assert kept == {second.envelope, other.envelope}
    parts.database.close()


def test_the_bundle_is_complete_and_sorted_by_token_id(toy: Toy) -> None:
    parts = toy.parts()
    given = many(toy, parts, 60)
    for start in range(0, 60, 7):
        parts.answers.take(given[start : start + 7])
    with pytest.raises(NotClosedYet):
        parts.answers.bundle()
    parts.answers.close()
    head, *rows = map(json.loads, parts.answers.bundle())
    assert head["answers"] == 60 == len(rows)
    assert ids_in(rows) == sorted(own.token_id for own in given)
    assert {bytes_of(row["envelope"], "An envelope") for row in rows} == {own.envelope for own in given}
    parts.database.close()


def test_a_bundle_of_many_pages_misses_nothing(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    parts = toy.parts()
    given = [Submission(bytes([number // 256, number % 256]) * 16, '{"code_id": "X"}', b"e") for number in range(1203)]
    parts.answers.take(given)
    parts.answers.close()
    assert sum(1 for _ in parts.answers.bundle()) == 1204
    parts.database.close()


def test_the_clock_opens_and_closes(toy: Toy) -> None:
    parts = toy.parts()
    early, late = many(toy, parts, 2)
    toy.calendar.set(OPENS - timedelta(seconds=1))
    assert parts.answers.take([early]) == [Taken.TOO_EARLY]
    toy.calendar.set(OPENS)
    assert parts.answers.take([early]) == [Taken.STORED]
    toy.calendar.set(CLOSES)
    assert parts.answers.take([late, early]) == [Taken.TOO_LATE, Taken.UNCHANGED]
    parts.database.close()


@pytest.mark.parametrize("noticed", ["by a submission", "by looking", "by a new server"])
def test_a_clock_that_is_set_back_does_not_open_a_closed_survey(toy: Toy, noticed: str) -> None:
    parts = toy.parts()
    (late,) = many(toy, parts, 1)
    toy.calendar.set(CLOSES + timedelta(minutes=1))
    if noticed == "by a submission":
        assert parts.answers.take([late]) == [Taken.TOO_LATE]
    else:
        parts = parts if noticed == "by looking" else toy.parts()
        assert parts.answers.settle() is SurveyStage.CLOSED
    toy.calendar.set(NOON)
    again = toy.parts()
    assert again.answers.settle() is SurveyStage.CLOSED
    assert again.answers.take([late]) == [Taken.TOO_LATE]
    assert again.answers.open() is SurveyStage.CLOSED
    again.database.close()
    parts.database.close()


def test_a_clock_that_is_set_back_does_not_shut_an_open_survey(toy: Toy) -> None:
    parts = toy.parts()
    assert parts.answers.settle() is SurveyStage.OPEN
    toy.calendar.set(OPENS - timedelta(days=3))
    assert parts.answers.take(many(toy, parts, 1)) == [Taken.STORED]
    parts.database.close()


def test_opening_and_closing_by_command(toy: Toy) -> None:
    parts = toy.parts()
    toy.calendar.set(OPENS - timedelta(days=1))
    assert parts.answers.settle() is SurveyStage.WAITING
    assert parts.answers.open() is SurveyStage.OPEN
    assert parts.answers.take(many(toy, parts, 1)) == [Taken.STORED]
    parts.answers.close()
    parts.answers.close()
    assert parts.answers.take(many(toy, parts, 1)) == [Taken.TOO_LATE]
    assert parts.answers.open() is SurveyStage.CLOSED
    parts.database.close()


def test_totals_are_told_by_day_and_never_for_fewer_than_a_step(toy: Toy) -> None:
    """Story: a step was k = 3, and whoever spent two codes on a day saw whether one other person answered. Of 240 who
    are expected, a step is 12."""
    parts = toy.parts()
    assert parts.view.total_step == 12
    first = [(0, 13)]
    for answered, told in ((13, []), (2, first), (0, first), (9, first), (1, first), (30, [*first, (4, 25)])):
        parts.answers.settle()
        assert totals(parts) == told
        parts.answers.take(many(toy, parts, answered))
        toy.calendar.pass_by(DAY)
    parts.answers.settle()
    assert totals(parts) == [(0, 13), (4, 25), (5, 55)]
    toy.calendar.pass_by(-3 * DAY)
    parts.answers.take(many(toy, parts, 5))
    parts.answers.settle()
    assert totals(parts) == [(0, 13), (4, 25), (5, 55)]
    parts.database.close()


def test_the_disk_does_not_tell_the_order_of_answers(tmp_path: Path, database_url: Callable[[], str | None]) -> None:
    """The same answers in another order leave the same bytes (SQLite), the same places and one writer (PostgreSQL)."""
    toys = [Toy(tmp_path / name, database_url()) for name in ("one", "other")]
    given = [
        Submission(bytes([number * 37 % 251]) * 32, '{"code_id": "X"}', bytes([number]) * 1100) for number in range(90)
    ]
    for toy, order in zip(toys, (given, given[::-1]), strict=True):
        parts = toy.parts()
        for own in order:
            parts.answers.take([own])
        changed = [Submission(own.token_id, own.token, own.envelope[::-1] + b"") for own in order[::3]]
        parts.answers.take(changed)
    seen = []
    for toy in toys:
        parts = toy.parts()
        with parts.database.write() as connection:
            connection.execute(text("UPDATE survey SET digest = NULL"))  # the two surveys are not the same one
        parts.answers.shuffle()
        if parts.database.is_sqlite:
            path = Path(parts.database.url.database or "")
            seen.append(path.read_bytes()[100:])  # the header counts the changes
            assert Path(f"{path}-wal").stat().st_size == 0
        else:
            with parts.database.read() as connection:
                rows = connection.execute(text("SELECT ctid, xmin, token_id FROM answer ORDER BY ctid")).all()
            assert [bytes(row.token_id) for row in rows] == sorted(own.token_id for own in given)
            assert len({row.xmin for row in rows}) == 1
            seen.append([row.ctid for row in rows])
        parts.database.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "after", ["a day", "closing by command", "closing by the clock", "a late submission", "a start"]
)
def test_when_the_table_is_written_anew(tmp_path: Path, after: str) -> None:
    """Story: where a late submission was the first to notice that the survey had closed, the order stayed."""
    toy = Toy(tmp_path)
    parts = toy.parts()
    marks = [bytes([number]) * 32 for number in (3, 90, 40, 200, 150)]

    def places() -> list[int]:
        content = Path(parts.database.url.database or "").read_bytes()
        return [content.rindex(mark[:1] * 2000) for mark in marks]

    parts.answers.settle()
    for mark in marks:
        parts.answers.take([Submission(mark, "{}", mark[:1] * 9000)])
    parts.database.tidy()
    assert places() == sorted(places())  # as they came
    if after == "a start":
        with toy.serving():
            pass
    elif after == "closing by command":
        parts.answers.close()
    else:
        toy.calendar.set(NOON + timedelta(days=1) if after == "a day" else CLOSES)
        if after == "a late submission":
            assert parts.answers.take(many(toy, parts, 1)) == [Taken.TOO_LATE]
        parts.answers.settle()
    by_id = [place for _, place in sorted(zip(marks, places(), strict=True))]
    assert by_id == sorted(by_id) != places()
    assert Path(f"{parts.database.url.database}-wal").stat().st_size == 0
    parts.database.close()


def test_a_replaced_envelope_is_gone_from_the_files_of_sqlite(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    parts = toy.parts()
    token, given = toy.issuer.token(), many(toy, parts, 20)
    given[7] = sealed(toy.issuer, parts, token)
    parts.answers.take(given)
    old = given[7].envelope
    parts.answers.take([sealed(toy.issuer, parts, token)])
    parts.database.tidy()
    files = b"".join(path.read_bytes() for path in (tmp_path / "repository").glob("repository.db*"))
    assert given[6].envelope[:100] in files
    assert all(old[start : start + 24] not in files for start in range(0, len(old) - 24, 24))
    parts.database.close()


def test_a_database_belongs_to_one_survey(toy: Toy, tmp_path: Path) -> None:
    toy.parts().database.close()
    other = write_survey(tmp_path / "other", TokenMaker(), opens=OPENS, closes=CLOSES)
    with pytest.raises(WrongUse, match="another survey"):
        RepositoryParts.of(toy.settings.model_copy(update={"survey": other}), toy.calendar.clock)


def test_the_migrations_make_what_the_models_say(toy: Toy) -> None:
    parts = toy.parts()
    with parts.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    parts.database.close()


def test_nothing_is_stored_that_tells_who_or_when() -> None:
    """A new column has to be thought about here, and in docs/reference/repository.md."""
    stored = {table.name: [column.name for column in table.columns] for table in metadata.tables.values()}
    assert stored == {
        "survey": ["id", "digest", "opened", "closed", "closed_by", "day"],
        "answer": ["token_id", "token", "envelope"],
        "total": ["day", "answers"],
    }

"""Totals by day, for the organiser: they show no single submission.

Somebody who watches a total sees when one person answers. So a total is noted when a day is over, and only if a step of
people have answered since the one before; the days between go with the next one. A step is k, the promise of the
survey, or a twentieth of all answers that are expected. Somebody with a step of unused codes or invitations, all but
one, could spend them on one day and see one other person. So a step is more than k: that costs more invented answers
than filling a cell with k - 1 of them, which tells more.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from shoal.survey.repository.store.models import answer, survey, total


def turn_day(connection: Connection, today: int, step: int) -> bool:
    """Note the total of the day that ended, in a writing transaction. Says whether the day is a new one."""
    seen = connection.execute(select(survey.c.day)).scalar_one()
    if seen is not None and seen >= today:
        return False
    connection.execute(update(survey).values(day=today))
    if seen is None:
        return False
    now = connection.execute(select(func.count()).select_from(answer)).scalar_one()
    noted = connection.execute(select(func.max(total.c.answers))).scalar_one() or 0
    if now - noted >= step:
        connection.execute(insert(total).values(day=seen, answers=now))
    return True


def noted_totals(connection: Connection) -> list[tuple[int, int]]:
    """Days and how many had answered by their end."""
    rows = connection.execute(select(total.c.day, total.c.answers).order_by(total.c.day)).all()
    return [(row.day, row.answers) for row in rows]

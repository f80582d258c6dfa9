"""shoal db: the database of the location anonymiser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_summary
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.cli.shared.service_extra import needs_service_extra

db = typer.Typer(
    name="db",
    cls=PlainGroup,
    help="Create, check and re-encrypt the database of the location anonymiser.",
    no_args_is_help=True,
)


@db.command(cls=EveryOptionOnce)
@guarded
def upgrade(as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Create the database, or bring it up to date. Make a backup first.

    If something fails, the database stays as it was.
    """
    with needs_service_extra():
        from shoal.service.settings import settings_from_environment
        from shoal.service.store.database import Database
        from shoal.service.store.schema import upgrade as upgrade_schema
    database = Database(settings_from_environment().url)
    before, after = upgrade_schema(database)
    database.close()
    if as_json:
        say_json({"before": before, "after": after})
    elif not quiet:
        say_summary("Schema", [("before", before or "empty"), ("now", after)])


@db.command(cls=EveryOptionOnce)
@guarded
def check(as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Check the database and its key, and count all places again.

    Exit code 1: something was wrong. It is corrected: counts are set right,
    and if the current generation has lost its cells, the one before it
    becomes current.
    """
    with needs_service_extra():
        from shoal.service.parts import ServiceContext
        from shoal.service.settings import settings_from_environment
    parts = ServiceContext.of(settings_from_environment())
    lost = parts.generations.restore()
    wrong = parts.check_counts()
    current = parts.generations.current()
    parts.database.close()
    if as_json:
        say_json({"wrong_counts": wrong, "lost_generation": lost, "current": current})
    elif not quiet or wrong or lost is not None:
        rows = [("schema", "current"), ("key", "fits"), ("wrong counts", str(wrong))]
        if lost is not None:
            now = "no generation is current" if current is None else f"generation {current} is current again"
            rows.append(("lost generation", f"{lost} had lost its cells; {now}. Design a new one."))
        say_summary("Database", rows)
    if wrong or lost is not None:
        raise typer.Exit(1)


@db.command(cls=EveryOptionOnce)
@guarded
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; it must not exist yet.")],
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Copy an SQLite database while the service runs, into a file that you alone can read.

    It needs no key, and the key is not in it.
    """
    with needs_service_extra():
        from shoal.service.settings import settings_from_environment
        from shoal.web.database.backing_up import back_up
    back_up(settings_from_environment().url, file)
    if as_json:
        say_json({"backup": str(file)})
    elif not quiet:
        say_summary("Backup", [("file", str(file)), ("readable by", "you alone")])


@db.command(cls=EveryOptionOnce)
@guarded
def reseal(as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Encrypt everything with the newest key. Then you can delete the older keys.

    The newest key is the first one in SHOAL_KEY or in the key file.
    """
    with needs_service_extra():
        from shoal.service.parts import ServiceContext
        from shoal.service.resealing import reseal_all
        from shoal.service.settings import settings_from_environment
    parts = ServiceContext.of(settings_from_environment())
    resealed = reseal_all(parts)
    parts.database.close()
    if as_json:
        say_json({"resealed": resealed})
    elif not quiet:
        say_summary("Key rotation", [("encrypted anew", str(resealed))])

"""shoal serve: the location anonymiser."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli.shared.output import guarded
from shoal.cli.shared.running import run_server
from shoal.cli.shared.service_extra import needs_service_extra

APP = "shoal.service.app:app_from_environment"


@guarded
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on. Do not change it behind a proxy.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="The number of server processes.")] = 1,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring the database up to date first (shoal db upgrade).")
    ] = False,
) -> None:
    """Start the location anonymiser.

    SHOAL_… environment variables set everything else; see the operator's
    guide. Without them, an SQLite file, a key and an operator key are made in
    the folder shoal-service/.
    """
    with needs_service_extra():
        from shoal.service.logs import set_up_logs
        from shoal.service.parts import ServiceContext
        from shoal.service.settings import settings_from_environment
        from shoal.service.store.database import Database
        from shoal.service.store.schema import upgrade as upgrade_schema
    settings = settings_from_environment()
    if upgrade:
        database = Database(settings.url)
        upgrade_schema(database)
        database.close()
    settings.operator_secret()
    ServiceContext.of(
        settings
    ).database.close()  # settings, key and schema are checked here, in words, not in a server process
    set_up_logs(settings.log_level)
    run_server(
        APP,
        host=host,
        port=port,
        workers=workers,
        shutdown_s=settings.shutdown_s,
        trusted_proxies=settings.trusted_proxies,
    )

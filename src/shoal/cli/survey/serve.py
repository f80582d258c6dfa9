"""shoal survey serve: the repository of a survey."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.shared.output import guarded
from shoal.cli.shared.running import run_server
from shoal.cli.shared.service_extra import needs_service_extra

APP = "shoal.survey.repository.app:repository_from_environment"


@guarded
def serve(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The signed survey file.")],
    codes: Annotated[
        Path | None, typer.Option("--codes", metavar="FILE", help="The ids of paper codes that were registered.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on. Do not change it behind a proxy.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen on.")] = 8001,
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="The number of server processes.")] = 1,
    upgrade: Annotated[bool, typer.Option("--upgrade", help="Bring the database up to date first.")] = False,
) -> None:
    """Start the repository of a survey. It takes sealed answers, one a token.

    It opens and closes at the times in the survey file. Closing cannot be
    undone. SHOAL_REPOSITORY_… environment variables set everything else; see
    the guide of the repository. Without them, an SQLite file and the
    organiser's key are made in the folder shoal-repository/.
    """
    with needs_service_extra():
        from shoal.survey.repository.app import set_up_repository_logs
        from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
        from shoal.survey.repository.settings import PREFIX, repository_settings
    os.environ[f"{PREFIX}SURVEY"] = str(survey)  # server processes read it there
    if codes is not None:
        os.environ[f"{PREFIX}CODES"] = str(codes)
    settings = repository_settings()
    if upgrade:
        upgrade_repository(settings)
    settings.organiser_secret()
    RepositoryParts.of(settings).database.close()  # survey, settings and schema are checked here, in words
    set_up_repository_logs(settings.log_level)
    run_server(APP, host=host, port=port, workers=workers, shutdown_s=settings.shutdown_s)

"""shoal provider: an example of a provider."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.shared.output import guarded
from shoal.cli.shared.running import run_server
from shoal.cli.shared.service_extra import needs_service_extra

APP = "shoal.provider.app:provider_from_environment"


@guarded
def provider(
    points: Annotated[
        Path,
        typer.Argument(metavar="POINTS", help="Points of interest: CSV (name, latitude, longitude) or GeoJSON."),
    ],
    service: Annotated[str, typer.Option("--service", metavar="URL", help="The address of the location anonymiser.")],
    name: Annotated[
        str, typer.Option("--name", metavar="URL", help="The address under which devices know this provider.")
    ],
    service_key: Annotated[
        str | None,
        typer.Option(
            "--service-key", metavar="KEY", help="The public key of the anonymiser; without it the first is trusted."
        ),
    ] = None,
    seen: Annotated[
        Path | None, typer.Option("--seen", metavar="FILE", help="Keep what devices send in this file.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on. Do not change it behind a proxy.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen on.")] = 8002,
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="The number of server processes.")] = 1,
) -> None:
    """Start an example of a provider: what is near a place that k devices share.

    Devices show a credential of the location anonymiser (shoal serve), which
    this provider checks alone. SHOAL_PROVIDER_… environment variables set
    everything else; see the guide of the provider.
    """
    with needs_service_extra():
        from shoal.provider.app import make_provider, set_up_provider_logs
        from shoal.provider.settings import PREFIX, provider_settings
    given = {"POINTS": str(points), "SERVICE": service, "NAME": name, "SERVICE_KEY": service_key, "SEEN": seen}
    os.environ |= {f"{PREFIX}{key}": str(value) for key, value in given.items() if value is not None}
    settings = provider_settings()
    make_provider(settings)  # settings and points are checked here, in words, not in a server process
    set_up_provider_logs(settings.log_level)
    run_server(APP, host=host, port=port, workers=workers, shutdown_s=settings.shutdown_s)

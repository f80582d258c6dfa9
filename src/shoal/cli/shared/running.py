"""Running a server: without an access log, which would have ids and addresses."""

from __future__ import annotations

from shoal.cli.shared.signals import leave_signals_alone


def run_server(app: str, *, host: str, port: int, workers: int, shutdown_s: int, trusted_proxies: str = "") -> None:
    """Serve until a signal comes. ``app`` names a function without arguments that makes the application."""
    import uvicorn

    leave_signals_alone()
    uvicorn.run(
        app,
        factory=True,
        host=host,
        port=port,
        workers=workers if workers > 1 else None,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        timeout_graceful_shutdown=shutdown_s,
    )

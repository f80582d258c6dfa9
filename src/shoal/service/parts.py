"""The context of the service: everything that the server, the design process and commands need, made from settings."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import select, update

from shoal.service.credentials.desk import CredentialDesk
from shoal.service.credentials.place_list import PublishedPlaces
from shoal.service.devices.devices import Devices
from shoal.service.devices.moves import MoveLimit
from shoal.service.devices.tokens import PEPPER_BYTES, TokenHasher
from shoal.service.devices.vouchers import VoucherDesk
from shoal.service.generations import guard
from shoal.service.generations.generations import Generations
from shoal.service.generations.joining import Joining
from shoal.service.generations.publishing import Publishing
from shoal.service.generations.rules import Rules
from shoal.service.settings import ServiceSettings
from shoal.service.store.database import Database
from shoal.service.store.models import service
from shoal.service.store.schema import require_current
from shoal.service.store.vault import Vault
from shoal.web.clock import ServiceClock

PEPPER = "pepper"


@dataclass(frozen=True)
class ServiceContext:
    """What requests and commands work with."""

    settings: ServiceSettings
    database: Database
    vault: Vault
    rules: Rules
    joining: Joining
    devices: Devices
    desk: CredentialDesk
    places: PublishedPlaces
    generations: Generations
    clock: ServiceClock

    @classmethod
    def of(cls, settings: ServiceSettings, clock: ServiceClock | None = None) -> ServiceContext:
        """Open the database, check its schema, and open the pepper, which proves that the key is the right one."""
        database = Database(settings.url)
        require_current(database)
        vault = Vault(settings.vault_keys())
        rules = Rules(vault)
        clock = ServiceClock() if clock is None else clock
        publishing = Publishing(vault, rules, settings.history, clock)
        limit = MoveLimit(settings.moves_per_day, clock)
        hasher = TokenHasher(_pepper(database, vault))
        vouchers = VoucherDesk.of(settings.voucher_key_file, required=settings.voucher_required)
        joining = Joining(rules, clock, settings.join_together, settings.probation_days)
        return cls(
            settings,
            database,
            vault,
            rules,
            joining,
            Devices(database, vault, hasher, joining, limit, vouchers),
            CredentialDesk(database, vault, hasher, settings.credentials),
            PublishedPlaces(database, vault),
            Generations(database, vault, publishing, settings.lease_s, clock),
            clock,
        )

    def check_counts(self) -> int:
        """Count all places anew before the first answer. Returns how many counts were wrong, which is none."""
        with self.database.write() as connection:
            current = connection.execute(select(service.c.current)).scalar_one()
            if current is None:
                return 0
            wrong = guard.recount(connection, current)
            guard.settle(connection, current)
            return wrong

    def end_probation(self) -> None:
        """Devices whose day has come count; asked often, so it only reads while there is none."""
        if self.database.ask(self.joining.any_due):
            with self.database.write() as connection:
                self.joining.end_probation(connection)

    def warm_up(self) -> None:
        """Load what newcomers need, sites and costs and compiled kernels; else the first one waits for seconds."""
        with self.database.read() as connection:
            current = connection.execute(select(service.c.current)).scalar_one()
            if current is not None:
                self.rules.cells_of(connection, current, [0.0], [0.0])


def _pepper(database: Database, vault: Vault) -> bytes:
    with database.write() as connection:
        sealed = connection.execute(select(service.c.pepper)).scalar_one()
        if sealed is not None:
            return vault.open(bytes(sealed), PEPPER)
        pepper = secrets.token_bytes(PEPPER_BYTES)
        connection.execute(update(service).values(pepper=vault.seal(pepper, PEPPER)))
        return pepper

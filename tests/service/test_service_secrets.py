"""What is kept secret: settings, key files, the vault, tokens, key rotation; and the schema it all lies in."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from service_toys import design, parts_for, serving, town
from sqlalchemy import select, text, update

from benchmarks.service.running import OPERATOR_KEY, VAULT_KEY, Postgres
from shoal.errors import ParameterError, WrongUse
from shoal.service.devices.devices import Home
from shoal.service.devices.tokens import TokenHasher, new_token
from shoal.service.generations.generations import Wish
from shoal.service.generations.rules import bound_outlines
from shoal.service.parts import ServiceContext
from shoal.service.resealing import reseal_all
from shoal.service.settings import ServiceSettings, settings_from_environment
from shoal.service.store.database import Database
from shoal.service.store.models import design as stored_design
from shoal.service.store.models import device, metadata
from shoal.service.store.schema import MIGRATIONS, newest, require_current, upgrade
from shoal.service.store.vault import Vault
from shoal.web.database.backing_up import back_up
from shoal.web.secret_files import same_secret

OLD, NEW = "an-old-key-0123456789", "a-new-key-0123456789"


@settings(max_examples=40)
@given(st.floats(-90, 90), st.floats(-180, 180), st.text(max_size=30))
def test_what_is_sealed_opens_for_its_device_and_no_other(latitude: float, longitude: float, own: str) -> None:
    vault = Vault([OLD])
    sealed = vault.seal_home(latitude, longitude, own)
    assert vault.open_home(sealed, own) == (latitude, longitude)
    assert vault.seal_home(latitude, longitude, own) != sealed
    with pytest.raises(WrongUse, match="changed since"):
        vault.open_home(sealed, own + "x")
    with pytest.raises(WrongUse, match="changed since"):
        vault.open_home(sealed[:-1] + bytes([sealed[-1] ^ 1]), own)


def test_keys_are_rotated() -> None:
    sealed = Vault([OLD]).seal(b"home", "device")
    both = Vault([NEW, OLD])
    assert both.open(sealed, "device") == b"home"
    assert both.needs_resealing(sealed) and not both.needs_resealing(both.seal(b"home", "device"))
    with pytest.raises(WrongUse, match="not among those given"):
        Vault([NEW]).open(sealed, "device")
    with pytest.raises(WrongUse):
        Vault([])


def test_tokens_are_hashed_with_the_pepper_and_their_purpose() -> None:
    one, other = TokenHasher(b"1" * 32), TokenHasher(b"2" * 32)
    token = new_token()
    assert one.token_is(token, one.token(token))
    assert not one.token_is(token + "x", one.token(token))
    assert not other.token_is(token, one.token(token))
    assert len({one.token("x"), one.client_key("x"), one.idempotency_key("x")}) == 3
    assert one.token("\ud800") != one.token("?")
    assert same_secret(OPERATOR_KEY, OPERATOR_KEY) and not same_secret("", OPERATOR_KEY)


def test_secrets_are_created_for_their_owner_alone(tmp_path: Path) -> None:
    chosen = ServiceSettings(folder=tmp_path / "service")  # type: ignore[call-arg]
    keys, operator = chosen.vault_keys(), chosen.operator_secret()
    assert keys == chosen.vault_keys() and operator == chosen.operator_secret() and keys[0] != operator
    for name in ("service.key", "operator.key"):
        path = tmp_path / "service" / name
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
    with pytest.raises(WrongUse, match="chmod 600"):
        chosen.vault_keys()
    assert sorted(path.name for path in (tmp_path / "service").iterdir()) == ["operator.key", "service.key"]


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.glob("service.db*")}


@pytest.fixture
def open_umask() -> Iterator[None]:
    """As careless as can be."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_the_files_of_the_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Story: the documentation said so, and the database was as open as the umask let it be."""
    folder = tmp_path / "service"
    with serving(parts_for(folder).settings) as (_, client):
        client.sign_up(40.7, -74.0)
        assert set(modes(folder)) == {"service.db", "service.db-wal", "service.db-shm"}
        assert set(modes(folder).values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.usefixtures("open_umask")
def test_a_database_that_others_could_read_is_tightened_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    parts = parts_for(tmp_path / "service")
    parts.devices.sign_up(Home(40.7, -74.0))
    for path in (tmp_path / "service").glob("service.db*"):
        path.chmod(0o664)
    with serving(parts.settings) as (_, client):
        assert client.overview()["n_active"] == 1
        assert len(modes(tmp_path / "service")) == 3 and set(modes(tmp_path / "service").values()) == {0o600}
    assert "database file was open to others" in caplog.text
    parts.database.close()


@pytest.mark.usefixtures("open_umask")
def test_a_backup_is_for_its_owner_alone_and_replaces_nothing(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service")
    parts.devices.sign_up_many(town(3))
    copy = tmp_path / "service" / "service.db.backup"
    back_up(parts.settings.url, copy)  # while connections are open
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.raises(WrongUse, match="exists"):
        back_up(parts.settings.url, copy)
    restored = ServiceContext.of(parts.settings.model_copy(update={"database_url": _secret(f"sqlite:///{copy}")}))
    with restored.database.read() as connection:
        assert len(connection.execute(select(device.c.exact)).all()) == 3
    for opened in (parts, restored):
        opened.database.close()
    with pytest.raises(WrongUse, match="pg_dump"):
        back_up("postgresql+psycopg://nowhere/none", tmp_path / "other")
    with pytest.raises(WrongUse, match="no database yet"):
        back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("secret", ["short", "", ",", " , ", "ünïcödé-ünïcödé-ünïcödé", f"{OLD},short"])
def test_weak_secrets_are_refused_and_not_repeated(tmp_path: Path, secret: str) -> None:
    with pytest.raises(WrongUse) as refused:
        ServiceSettings(folder=tmp_path, key=secret).vault_keys()  # type: ignore[call-arg]
    with pytest.raises(WrongUse):
        ServiceSettings(folder=tmp_path, operator_key=secret).operator_secret()  # type: ignore[call-arg]
    assert len(secret) < 4 or secret not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SHOAL_K", "1"),
        ("SHOAL_K", "many"),
        ("SHOAL_LEASE_S", "-1"),
        ("SHOAL_RESERVE", "nan-sense"),
        ("SHOAL_RESERVE", "nan"),
        ("SHOAL_LEASE_S", "inf"),
        ("SHOAL_K", "1_000"),
        ("SHOAL_K", "２０"),
        ("SHOAL_SNAP_DECIMALS", "1_0"),
        ("SHOAL_POLICY_DRIFT", "inf"),
        ("SHOAL_POLICY_DRIFT", "0_1"),
        ("SHOAL_MOVES_PER_DAY", "0"),
        ("SHOAL_METRICS_KEY", "guess-me"),
        ("SHOAL_METRICS_KEY", ""),
        ("SHOAL_SIGN_UP_KEY", "guess-me"),
        ("SHOAL_SIGN_UP_KEY", ","),
        ("SHOAL_SIGN_UP_KEY", "ünïcödé-ünïcödé-ünïcödé"),
    ],
)
def test_wrong_settings_are_named_and_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ParameterError, match=name) as refused:
        settings_from_environment()
    assert len(value) < 2 or value not in str(refused.value)


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "postgresql+asyncpg://x/y"])
def test_other_databases_are_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ParameterError):
        _ = ServiceSettings(folder=tmp_path, database_url=url).url  # type: ignore[call-arg]


def test_resealing_replaces_the_key_of_everything(tmp_path: Path, database_url: str | None) -> None:
    parts = parts_for(tmp_path / "service", database_url)
    done = parts.devices.sign_up_many(town(12))
    parts.devices.cancel(done[0].id, done[0].token or "")
    assert design(parts, k=5) == 1
    both = ServiceContext.of(parts.settings.model_copy(update={"key": _secret(f"{NEW} {VAULT_KEY}")}))
    assert reseal_all(both) == 13  # eleven homes, the pepper, and a design
    assert reseal_all(both) == 0
    only_new = ServiceContext.of(parts.settings.model_copy(update={"key": _secret(NEW)}))
    with only_new.database.read() as connection:
        sealed = connection.execute(select(stored_design.c.rule, stored_design.c.outlines)).one()
        assert only_new.vault.open(bytes(sealed.outlines), bound_outlines(1))
        assert only_new.rules.of(connection, 1).n_cells == 2
    assert design(only_new, k=5) == 2
    assert not only_new.devices.location(done[1].id, done[1].token or "").waiting
    with pytest.raises(WrongUse, match="not among those given"):
        ServiceContext.of(parts.settings)
    for opened in (parts, both, only_new):
        opened.database.close()


def test_resealing_waits_for_a_design(tmp_path: Path) -> None:
    """Story: a key was rotated during a design, which then took every device for one that had moved."""
    parts = parts_for(tmp_path / "service", lease_s=0.2)
    parts.devices.sign_up_many(town(12))
    both = ServiceContext.of(parts.settings.model_copy(update={"key": _secret(f"{NEW} {VAULT_KEY}")}))
    number, worker = parts.generations.begin(Wish(k=5, reserve=0.0, sticky=False, snap_decimals=3), "test")
    with beating(parts, number, worker), pytest.raises(WrongUse, match="Generation 1 is being designed"):
        reseal_all(both)
    with parts.database.read() as connection:
        assert not any(map(parts.vault.needs_resealing, connection.execute(select(device.c.exact)).scalars()))
    parts.generations.fail(number, worker, "stopped")
    parts.generations.begin(Wish(k=5, reserve=0.0, sticky=False, snap_decimals=3), "test")
    assert reseal_all(both) == 13  # no designer is heard of for some leases: it is dead
    assert parts.generations.one(2).state == "failed"
    for opened in (parts, both):
        opened.database.close()


@contextmanager
def beating(parts: ServiceContext, number: int, worker: str) -> Iterator[None]:
    """A designer that is alive."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(0.02):
            parts.generations.beat(number, worker, 0.5, "designing")

    heart = threading.Thread(target=beat)
    heart.start()
    yield
    done.set()
    heart.join()


def _secret(text: str) -> object:
    from pydantic import SecretStr

    return SecretStr(text)


def test_a_home_moved_to_another_row_does_not_open(parts: ServiceContext) -> None:
    one, other = parts.devices.sign_up_many(town(2))
    with parts.database.write() as connection:
        stolen = connection.execute(select(device.c.exact).where(device.c.id == one.id)).scalar_one()
        connection.execute(update(device).where(device.c.id == other.id).values(exact=stolen))
        with pytest.raises(WrongUse):
            parts.vault.open_home(bytes(stolen), other.id)


def test_migrations_make_the_schema_of_the_models(tmp_path: Path, database_url: str | None) -> None:
    parts = parts_for(tmp_path / "service", database_url)
    with parts.database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    database = Database(parts.settings.url)
    assert upgrade(database) == (newest(), newest())
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'ffff'")
    with pytest.raises(WrongUse, match="newer Shoal"):
        require_current(database)
    with database.write() as connection:
        connection.exec_driver_sql("DELETE FROM alembic_version")
    with pytest.raises(WrongUse, match="shoal db upgrade"):
        require_current(database)
    database.close()
    parts.database.close()


def test_postgresql_is_told_how_to_isolate_whatever_its_default(postgres: Postgres) -> None:
    url = postgres.database(f"strict_{os.getpid()}")
    database = Database(ServiceSettings(database_url=url).url)  # type: ignore[call-arg, arg-type]
    with database.engine.begin() as connection:
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_isolation TO 'serializable'"))
    database.close()
    upgrade(database)
    shown = text("SHOW transaction_isolation")
    with database.write() as connection:
        assert connection.execute(shown).scalar_one() == "read committed"
    with database.snapshot() as connection:
        assert connection.execute(shown).scalar_one() == "repeatable read"
    with database.write() as connection:  # on the connection that the snapshot gave back
        assert connection.execute(shown).scalar_one() == "read committed"
    with database.read() as connection:
        assert connection.connection.dbapi_connection.autocommit  # type: ignore[union-attr]
    database.close()


def test_migrations_are_packaged() -> None:
    assert sorted(path.name for path in (MIGRATIONS / "versions").glob("v*.py")) == [
        "v0001_first.py",
        "v0002_order_and_coarse.py",
        "v0003_credentials.py",
        "v0004_newcomers.py",
    ]
    assert newest() == "0004"

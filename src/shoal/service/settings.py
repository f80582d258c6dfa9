"""Settings of the service: environment variables `SHOAL_*`, and the secrets with the files they are kept in."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import SMALLEST_K
from shoal.service.plain_numbers import plain_setting

SHORTEST_SECRET = 16  # characters; 16 random letters and digits are 95 bits, beyond guessing
MUST_BE_LONG = f"must hold at least {SHORTEST_SECRET} ASCII letters and digits that nobody can guess"
SECRET_BYTES = 32
ONLY_ITS_OWNER = 0o600
Share = Annotated[float, Field(ge=0)]
NUMBERS = (int, float, int | None, float | None)


class ServiceSettings(BaseSettings):
    """Everything that an operator can set; docs/reference/service.md lists it in words."""

    model_config = SettingsConfigDict(
        env_prefix="SHOAL_", extra="ignore", hide_input_in_errors=True, allow_inf_nan=False
    )

    folder: Path = Path("shoal-service")
    database_url: SecretStr | None = None
    key: SecretStr | None = None
    key_file: Path | None = None
    operator_key: SecretStr | None = None
    operator_key_file: Path | None = None
    metrics_key: SecretStr | None = None
    sign_up_key: SecretStr | None = None

    k: int = Field(default=20, ge=SMALLEST_K)
    reserve: float = Field(default=0.0, ge=0, le=10)
    snap_decimals: int | None = Field(default=3, ge=0, le=12)
    sticky: bool = False
    design_budget_s: float | None = Field(default=None, gt=0)
    design_cores: int = Field(default=1, ge=1)
    lease_s: float = Field(default=15.0, gt=0)
    history: int = Field(default=5, ge=1)

    policies: bool = False
    policy_interval_s: float = Field(default=60.0, gt=0)
    policy_newcomers: Share = 0.2
    policy_smallest_cell: Share = 1.0
    policy_drift: Share = 0.2
    policy_pause_s: float = Field(default=7 * 24 * 3600.0, ge=0)

    moves_per_day: int = Field(default=4, ge=1)  # a mistake can be corrected; nobody moves house more often
    sign_up_rate: str = "60/minute"
    wrong_token_rate: str = "30/minute"
    body_bytes: int = Field(default=64 * 1024, ge=1024)
    bulk_bytes: int = Field(default=64 * 1024 * 1024, ge=1024)
    bulk_rows: int = Field(default=200_000, ge=1)
    trusted_proxies: str = ""
    log_level: str = "INFO"
    shutdown_s: int = Field(default=10, ge=1)

    @field_validator("*", mode="before")
    @classmethod
    def _plain(cls, given: object, about: ValidationInfo) -> object:
        """Numbers as people write them: 1_000 is more often a mistake than a thousand."""
        wanted = cls.model_fields[about.field_name or ""].annotation
        return plain_setting(given) if wanted in NUMBERS else given

    @field_validator("metrics_key", "sign_up_key")
    @classmethod
    def _long_enough(cls, given: SecretStr | None) -> SecretStr | None:
        """These have no file, so nothing makes one that is missing; an empty one would let everybody in."""
        if given is not None and not _long(given.get_secret_value()):
            raise ValueError(MUST_BE_LONG)
        return given

    @property
    def url(self) -> str:
        """Where the database is."""
        if self.database_url is not None:
            return _with_driver(self.database_url.get_secret_value())
        return f"sqlite:///{(self.folder / 'service.db').resolve()}"

    def vault_keys(self) -> list[str]:
        """The keys of the vault, the one that encrypts first."""
        text = secret_of(self.key, self.key_file or self.folder / "service.key", "SHOAL_KEY")
        return [word for word in text.replace(",", " ").split() if word]

    def operator_secret(self) -> str:
        """What operators show as their bearer token."""
        return secret_of(
            self.operator_key, self.operator_key_file or self.folder / "operator.key", "SHOAL_OPERATOR_KEY"
        )


def settings_from_environment() -> ServiceSettings:
    """Read and check the environment; an error names the variables and shows no value."""
    try:
        return ServiceSettings()
    except ValidationError as error:
        wrong = "; ".join(
            f"SHOAL_{'_'.join(str(part) for part in found['loc']).upper()}: {found['msg']}" for found in error.errors()
        )
        raise ParameterError(f"The settings of the service cannot be used. {wrong}.") from None


def secret_of(given: SecretStr | None, path: Path, variable: str) -> str:
    """The secret from the environment, else from its file, which is created when there is none."""
    if given is not None:
        text = given.get_secret_value().strip()
        _require_long(text, variable)
        return text
    if not path.exists():
        _create_secret(path)
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise WrongUse(f"{path} can be read by others than its owner. Say chmod 600 {path}, or set {variable} instead.")
    text = path.read_text(encoding="ascii", errors="replace").strip()
    _require_long(text, str(path))
    return text


def new_secret() -> str:
    """Letters and digits that nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def _create_secret(path: Path) -> None:
    """Create the file with its permissions, never first and its permissions later. Of two processes one wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{secrets.token_hex(6)}-{path.name}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_ITS_OWNER)
    try:
        os.write(descriptor, f"{new_secret()}\n".encode("ascii"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(draft, path)  # fails if the other process was first; its secret is read then
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _long(text: str) -> bool:
    """Whether there is a key in it, and each of them is long enough."""
    keys = text.replace(",", " ").split()
    return text.isascii() and bool(keys) and all(len(key) >= SHORTEST_SECRET for key in keys)


def _require_long(text: str, where: str) -> None:
    if not _long(text):
        raise WrongUse(
            f"{where} {MUST_BE_LONG}. "
            "Remove it to have one made, or make one with: python -c 'import secrets; print(secrets.token_urlsafe())'."
        )


def _with_driver(url: str) -> str:
    """PostgreSQL by psycopg 3, whichever common spelling was used."""
    for spelling in ("postgresql://", "postgres://"):
        if url.startswith(spelling):
            return f"postgresql+psycopg://{url.removeprefix(spelling)}"
    if not url.startswith(("postgresql+psycopg://", "sqlite:///")):
        raise ParameterError(
            "SHOAL_DATABASE_URL must begin with sqlite:/// or postgresql://; other databases are not supported."
        )
    return url

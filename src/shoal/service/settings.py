"""Settings of the service: environment variables `SHOAL_*`, and the secrets with the files they are kept in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from shoal.credentials.pseudonyms import provider_name
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import SMALLEST_K
from shoal.web.database.database import with_driver
from shoal.web.plain_numbers import plain_setting
from shoal.web.secret_files import MUST_BE_LONG, long_enough, secret_of

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
    reserve: float = Field(default=0.25, ge=0, le=10)  # a sticky design then costs 0 to 3 % (design 044)
    snap_decimals: int | None = Field(default=3, ge=0, le=12)
    sticky: bool = True
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

    voucher_key_file: Path | None = None  # NAME.jwk of the issuer of vouchers
    voucher_required: bool = False
    probation_days: int = Field(default=0, ge=0, le=365)  # until a device that nobody vouches for counts towards k
    join_together: int = Field(default=1, ge=1, le=1000)  # newcomers of a cell wait until so many are there

    credentials: int = Field(default=0, ge=0, le=64)  # of one device in one generation; 0: none, and no keys are made

    providers: str = ""  # addresses that the device's page may ask, with commas or blanks between them

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
        if given is not None and not long_enough(given.get_secret_value()):
            raise ValueError(MUST_BE_LONG)
        return given

    @field_validator("providers")
    @classmethod
    def _addresses(cls, given: str) -> str:
        try:
            for word in given.replace(",", " ").split():
                provider_name(word)
        except WrongUse as error:
            raise ValueError(str(error)) from None
        return given

    @property
    def url(self) -> str:
        """Where the database is."""
        if self.database_url is not None:
            return with_driver(self.database_url.get_secret_value(), "SHOAL_DATABASE_URL")
        return f"sqlite:///{(self.folder / 'service.db').resolve()}"

    @property
    def provider_names(self) -> list[str]:
        """The providers that the device's page offers."""
        return [provider_name(word) for word in self.providers.replace(",", " ").split()]

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

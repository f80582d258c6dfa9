"""Settings of the provider: environment variables `SHOAL_PROVIDER_*`."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from shoal.credentials.pseudonyms import provider_name
from shoal.errors import ParameterError, WrongUse
from shoal.web.secret_files import MUST_BE_LONG, long_enough

PREFIX = "SHOAL_PROVIDER_"
LONGEST_ANSWER = 10_000  # points: about 2 MB of JSON


class ProviderSettings(BaseSettings):
    """Everything that can be set; docs/reference/provider.md lists it in words."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", hide_input_in_errors=True, allow_inf_nan=False)

    points: Path
    service: str
    service_key: str | None = None
    name: str
    list_age_s: float = Field(default=3600.0, gt=0)  # a merge is known after an hour at the latest
    grace_s: float = Field(default=24 * 3600.0, ge=0)  # a device that asks for its location once a day is not refused
    most_answers: int = Field(default=1000, ge=1, le=LONGEST_ANSWER)
    rate: str = "60/minute"  # requests under one pseudonym
    seen: Path | None = None
    metrics_key: SecretStr | None = None
    log_level: str = "INFO"
    shutdown_s: int = Field(default=10, ge=1)

    @field_validator("name", "service")
    @classmethod
    def _origin(cls, given: str) -> str:
        try:
            return provider_name(given)
        except WrongUse as error:
            raise ValueError(str(error)) from None

    @field_validator("metrics_key")
    @classmethod
    def _long_enough(cls, given: SecretStr | None) -> SecretStr | None:
        if given is not None and not long_enough(given.get_secret_value()):
            raise ValueError(MUST_BE_LONG)
        return given


def provider_settings() -> ProviderSettings:
    """Read and check the environment; an error names the variables and shows no value."""
    try:
        return ProviderSettings()  # type: ignore[call-arg]
    except ValidationError as error:
        wrong = "; ".join(
            f"{PREFIX}{'_'.join(str(part) for part in found['loc']).upper()}: {found['msg']}"
            for found in error.errors()
        )
        raise ParameterError(f"The settings of the provider cannot be used. {wrong}.") from None

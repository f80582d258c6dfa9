"""Settings of the repository: environment variables `SHOAL_REPOSITORY_*`, and the organiser's key with its file."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from shoal.errors import ParameterError
from shoal.web.database.database import with_driver
from shoal.web.secret_files import MUST_BE_LONG, long_enough, secret_of

PREFIX = "SHOAL_REPOSITORY_"


class RepositorySettings(BaseSettings):
    """Everything that can be set; docs/reference/repository.md lists it in words."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", hide_input_in_errors=True)

    survey: Path = Path("survey.json")
    codes: Path | None = None  # ids of paper codes that were registered, one a line
    folder: Path = Path("shoal-repository")
    database_url: SecretStr | None = None
    organiser_key: SecretStr | None = None
    organiser_key_file: Path | None = None
    metrics_key: SecretStr | None = None
    change_rate: str = "20/minute"  # submissions with one token
    wrong_token_rate: str = "600/minute"  # of everybody together
    log_level: str = "INFO"
    shutdown_s: int = Field(default=10, ge=1)

    @field_validator("metrics_key")
    @classmethod
    def _long_enough(cls, given: SecretStr | None) -> SecretStr | None:
        """It has no file, so nothing makes one that is missing; an empty one would let everybody in."""
        if given is not None and not long_enough(given.get_secret_value()):
            raise ValueError(MUST_BE_LONG)
        return given

    @property
    def url(self) -> str:
        """Where the database is."""
        if self.database_url is not None:
            return with_driver(self.database_url.get_secret_value(), f"{PREFIX}DATABASE_URL")
        return f"sqlite:///{(self.folder / 'repository.db').resolve()}"

    def organiser_secret(self) -> str:
        """What the organiser shows as bearer token."""
        path = self.organiser_key_file or self.folder / "organiser.key"
        return secret_of(self.organiser_key, path, f"{PREFIX}ORGANISER_KEY")


def repository_settings() -> RepositorySettings:
    """Read and check the environment; an error names the variables and shows no value."""
    try:
        return RepositorySettings()
    except ValidationError as error:
        wrong = "; ".join(
            f"{PREFIX}{'_'.join(str(part) for part in found['loc']).upper()}: {found['msg']}"
            for found in error.errors()
        )
        raise ParameterError(f"The settings of the repository cannot be used. {wrong}.") from None

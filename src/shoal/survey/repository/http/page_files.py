"""The pages of a repository: the organiser's, and the respondents'. Each has files of its own and shares others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path

from fastapi import APIRouter

from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.addresses import origin_of
from shoal.web.page_files import SHARED, PageFile, files_by_path, page_routes, policy_for

FOLDER = Path(__file__).parent.parent / "page"
ADDRESS = "/organiser"
RESPONDENT_FOLDER = "/respondent"


@cache
def organiser_files() -> Mapping[str, PageFile]:
    """Every file of the organiser's page by its path."""
    return files_by_path(SHARED, FOLDER)


@cache
def respondent_files() -> Mapping[str, PageFile]:
    """Every file of the respondents' page by its path."""
    return files_by_path(SHARED, Path(str(package_files("shoal.survey").joinpath("browser"))))


def respondent_routes(survey: Survey) -> APIRouter:
    """The respondents' page, which may reach this server and the issuer of the survey, and nobody else."""
    origins = () if survey.issuer is None else (origin_of(survey.issuer.url),)
    return page_routes(respondent_files, "/", "respondent.html", RESPONDENT_FOLDER, policy_for(*origins))


organiser_routes = page_routes(organiser_files, ADDRESS, "organiser.html")

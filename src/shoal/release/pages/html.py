"""The facts of a report, an audit or a survey as one HTML page that needs nothing but itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from shoal.release.confidential.wording import bound_note, promise_sentence
from shoal.release.pages import plots, risk_utility_rows
from shoal.release.pages.column_wording import (
    COLUMN_HEADER,
    UNNAMED,
    column_rows,
    published_rows,
    sample_note,
    table_reading,
)
from shoal.release.pages.households import audited_households_reading
from shoal.release.pages.pictures import CellDesign, cells_picture, history_picture, undrawn_reading
from shoal.release.pages.several_releases import not_kept_together, several_releases_reading, two_releases_reading
from shoal.release.pages.text import (
    TOO_SMALL,
    is_along_streets,
    plain,
    quantizer_reading,
    statistics_rows,
    why_no_quantizer,
)
from shoal.release.pages.verdict import headline, is_doubtful, stamp, to_judge
from shoal.release.utility.suppressed import suppressed_reading
from shoal.release.wording import (
    attribute_summary,
    bound_says_something,
    cells_reading,
    certificate_reading,
    count,
    linkage_reading,
    loss_decimals,
    loss_reading,
    method_reading,
    percent,
    plural,
    readings,
    times,
    withheld_reading,
)

if TYPE_CHECKING:
    from jinja2 import Environment


def report_html(facts: dict[str, Any], design: CellDesign | None = None) -> str:
    """A whole report."""
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            facts=facts,
            headline=headline(facts),
            stamp=stamp(facts),
            doubtful=is_doubtful(facts),
            to_judge=to_judge(facts),
            too_small=TOO_SMALL,
            withheld_reading=withheld_reading(facts["withheld"]),
            loss_decimals=loss_decimals(facts["loss"]),
            several_releases=several_releases_reading(facts),
            linkage_reading=linkage_reading(facts["linkage"]),
            quantizer_reading=quantizer_reading(facts["quantizer"], why_no_quantizer(facts)),
            cells_reading=cells_reading(facts["promise"]),
            table_reading=table_reading(facts["table"]),
            sample_note=sample_note(facts["table"]),
            column_header=COLUMN_HEADER,
            unnamed=UNNAMED,
            column_rows=column_rows(facts["columns"]),
            published_rows=published_rows(facts["columns"]),
            loss_reading=loss_reading(facts["loss"], along_streets=is_along_streets(facts)),
            suppressed_reading=suppressed_reading(facts["suppressed"]),
            bound_shown=bound_says_something(facts["certificate"]),
            certificate_reading=certificate_reading(facts["certificate"], facts["promise"]["fewest_records"]),
            bound_note=bound_note(facts["promise"]["confidential"]),
            method_reading=method_reading(facts["promise"]),
            statistics_rows=statistics_rows(facts["statistics"]),
            drawings=_drawings(facts, design),
            undrawn_reading=undrawn_reading(design),
        )
    )


def audit_html(facts: dict[str, Any]) -> str:
    """A whole audit."""
    earlier = [two_releases_reading(other) for other in facts.get("earlier", ())]
    return (
        _environment()
        .get_template("audit.html.j2")
        .render(
            facts=facts,
            sides=risk_utility_rows,
            earlier=earlier,
            not_kept=not_kept_together(facts),
            households=audited_households_reading(facts),
        )
    )


def survey_html(facts: dict[str, Any]) -> str:
    """The report of a survey that was closed or collected."""
    return _environment().get_template("survey.html.j2").render(facts=facts)


def _drawings(facts: dict[str, Any], design: CellDesign | None) -> dict[str, Any]:
    correlations = facts["correlations"]
    return {
        "sizes": plots.sizes_plot(facts["promise"]["sizes"], facts["promise"]["fewest_records"]),
        "loss": plots.loss_plot(facts["loss"]["attributes"], facts["loss"]["overall"], loss_decimals(facts["loss"])),
        "marginals": [(marginal["name"], plots.marginal_plot(marginal)) for marginal in facts["marginals"]],
        "correlations": [
            plots.correlation_plot(correlations["names"], correlations[when], when) for when in ("before", "after")
        ]
        if correlations
        else [],
        "points": plots.points_plot(facts["picture"]),
        "linkage": plots.linkage_plot(facts["linkage"]),
        "cells": cells_picture(design),
        "history": history_picture(design),
    }


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader("shoal.release.pages", "templates"),
        autoescape=select_autoescape(["html.j2", "j2", "html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, count=count, plain=plain, times=times)
    environment.globals.update(attribute_summary=attribute_summary, readings=readings, plural=plural)
    environment.globals.update(promise_sentence=promise_sentence)
    return environment

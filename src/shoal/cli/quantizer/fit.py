"""shoal fit: cells for tables that are still to come, from a model of their records."""

from __future__ import annotations

import secrets
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import ParameterError, RolesError, Setting, WrongUse, in_a_row

if TYPE_CHECKING:
    from shoal.cli.quantizer.fit_source import FitSource
    from shoal.guarantee.equal_cells import EqualCells
    from shoal.quantizer.quantizer import Quantizer

MODEL = "Model"
NUMBER = "Number of cells"
SEED_BITS = 53  # of a seed drawn by ourselves: a whole number that every reader of JSON reads exactly
DEFAULT_FAILURE = 0.01  # of a cell: with --withhold, less than one record in a hundred is then left out
FEW_SAMPLES = 100  # of a cell: its probability is known to about 1/√100 = 10 %
NOT_COUNTED = "Nothing is promised for a table until shoal apply has counted it."


@guarded
@words.grouped("quasi_identifiers", "types", "orders", "taxonomies", "attribute_weights", "rounding", "missing")
def fit(
    *,
    k: Annotated[
        int, typer.Option("--k", "-k", help="At least k records of a later table share a cell. shoal apply counts it.")
    ],
    output: Annotated[
        str,
        of.written_to("Where to write the quantizer: .json (readable) or .shoalq (compact)."),
    ],
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]", help="A table of samples: synthetic records, points with weights, or a raster."
        ),
    ] = None,
    distributions: Annotated[
        list[str] | None,
        of.valued(
            "--column",
            value="COLUMN=DISTRIBUTION",
            panel=MODEL,
            help="Instead of a table: a column and its distribution in scipy.stats, such as 'age=norm(40, 12)'. "
            "Repeatable. The columns are independent.",
        ),
    ] = None,
    weight: Annotated[
        str | None,
        of.valued(
            "--weight",
            value="COLUMN",
            panel=MODEL,
            help="The column of TABLE that says how much of the population each row stands for.",
        ),
    ] = None,
    raster: Annotated[
        bool,
        typer.Option(
            "--raster",
            rich_help_panel=MODEL,
            help="The rows of TABLE are the pixels of a regular grid, with their weights. The population is spread "
            "evenly inside a pixel.",
        ),
    ] = False,
    cells: Annotated[
        int | None,
        typer.Option("--cells", rich_help_panel=NUMBER, help="The number of cells. They have equal probabilities."),
    ] = None,
    records: Annotated[
        int | None,
        of.valued(
            "--records",
            value="N",
            panel=NUMBER,
            help="Instead of --cells: the number of records of a later table. As many cells as such a table can fill.",
        ),
    ] = None,
    failure: Annotated[
        float | None,
        of.valued(
            "--failure",
            value="SHARE",
            panel=NUMBER,
            help="With --records: the acceptable probability that a cell gets fewer than k records, but not none. "
            "The default is 0.01.",
        ),
    ] = None,
    shares: Annotated[
        str | None,
        of.valued(
            "--shares",
            value="FILE",
            panel=NUMBER,
            help="Instead of --cells: a table with the column share, the probability of each cell.",
        ),
    ] = None,
    about: words.AboutColumns,
    roles: of.RolesOption = None,
    samples: Annotated[
        int | None,
        of.valued(
            "--samples",
            value="N",
            panel=MODEL,
            help="The number of samples that are drawn from the model. The default is 100000.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="The seed of all random choices. Default: a random seed, kept in the quantizer."),
    ] = None,
    disclose: of.DiscloseOption = False,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Design cells for tables that are still to come, from a model of their records.

    The model is a table of samples, a raster, or a distribution for each
    column. The cells have prescribed probabilities under the model. Apply
    them to as many tables as you like with shoal apply, which counts each.

    Example:  shoal fit --column 'age=norm(40, 12)' --column
    'income=lognorm(s=0.5, scale=30000)' --rounding age=0,income=0 --k 10
    --records 5000 -o quantizer.json
    """
    started = perf_counter()
    from shoal.cli.quantizer.fit_source import source_of_distributions, source_of_table
    from shoal.guarantee import KAnonymity

    KAnonymity(k)
    expected = _expected_cells(k, cells, records, failure, shares)
    target = _checked_target(output, [path for path in (table, roles, shares) if path is not None])
    about.refuse_beside(roles)
    if table is None:
        _refuse_about_table(weight, raster, reading, about)
        source = source_of_distributions(distributions, about, roles)
    else:
        if distributions:
            raise WrongUse(
                "The model is either a table or distributions (",
                Setting("distributions"),
                "), not both.",
                hint="Leave one of them out.",
            )
        words.require_quasi_identifiers(about.quasi_identifiers, roles, table)
        source = source_of_table(table, about, roles, weight=weight, raster=raster, reading=reading)
    silent = quiet or as_json
    quantizer = _designed(
        source,
        {"cells": cells if expected is None else expected.n_cells, "shares": _shares_in(shares)},
        {"k": k, "samples": samples, "seed": secrets.randbits(SEED_BITS) if seed is None else seed},
        silent=silent,
    )
    quantizer.save(target, disclose=disclose)
    facts = _facts(quantizer, source, expected, records, output)
    facts |= {"seconds": round(perf_counter() - started, 3)}
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts, quantizer)


def _expected_cells(
    k: int, cells: int | None, records: int | None, failure: float | None, shares: str | None
) -> EqualCells | None:
    """The cells that a table of so many records can fill; None where cells or shares were given."""
    from shoal.guarantee.equal_cells import equal_cells, most_cells

    given = [name for name, value in (("cells", cells), ("records", records), ("shares", shares)) if value is not None]
    if len(given) != 1:
        raise ParameterError(
            "Give the number of cells in one of three ways: ",
            *in_a_row([Setting("cells"), Setting("records"), Setting("shares")]),
            ".",
        )
    if failure is not None and records is None:
        raise ParameterError(
            Setting("failure"), " is about a table of so many ", Setting("records"), ", which are not given."
        )
    if records is None:
        return None
    return equal_cells(most_cells(k, records, DEFAULT_FAILURE if failure is None else failure), k, records)


def _checked_target(output: str, inputs: list[str]) -> Path:
    from shoal.cli.shared.destinations import require_not_input, require_suffix, require_writable

    target = Path(output)
    require_suffix(target, (".json", ".shoalq"), "A quantizer")
    require_not_input(target, inputs)
    require_writable(target)
    return target


def _refuse_about_table(weight: str | None, raster: bool, reading: words.Reading, about: words.AboutColumns) -> None:
    useless: dict[str, object] = {"quasi_identifiers": about.quasi_identifiers, "weight": weight, "raster": raster}
    given = [Setting(name) for name, value in (useless | vars(reading)).items() if value]
    if given:
        raise WrongUse(
            *in_a_row(given),
            " is about a table of samples, and none is given.",
            hint="Name the table, or leave the option out.",
        )


def _shares_in(path: str | None) -> list[float] | None:
    """The column share of a table, or its only column."""
    if path is None:
        return None
    from shoal.table.files.formats import is_text_file
    from shoal.table.sources import table_of

    # A single column shows no delimiter, so that a text file would be refused.
    table = table_of(path, delimiter="," if is_text_file(Path(path)) else None)
    name = "share" if "share" in table.columns else table.columns[0]
    if name != "share" and len(table.columns) > 1:
        raise RolesError(
            f"{Path(path).name} has no column share.",
            parameter="shares",
            hint="Name the column with the probability of each cell share.",
        )
    return [float(value) for value in table.numbers(name)]


def _designed(source: FitSource, number: dict[str, Any], settings: dict[str, Any], *, silent: bool) -> Quantizer:
    from shoal.cli.shared.progress import progress_bar
    from shoal.quantizer.quantizer import Quantizer

    with compilation_announced(silent=silent), progress_bar("Forming cells", silent=silent) as progress:
        try:
            return Quantizer.fit(source.source, progress=progress, **number, **source.arguments, **settings)
        except WrongUse as fault:
            raise fault.renamed({"columns": "quasi_identifiers", "source": "distributions"}) from None


def _facts(
    quantizer: Quantizer, source: FitSource, expected: EqualCells | None, records: int | None, output: str
) -> dict[str, Any]:
    sizes, origin = quantizer.sizes, quantizer.origin
    least = int(sizes.min())
    told = (
        {}
        if expected is None or records is None
        else {
            "records": records,
            "cell_failure": expected.cell_failure,
            "share_withheld": expected.share_withheld,
        }
    )
    warnings = list(quantizer.discloses)
    if least < FEW_SAMPLES:
        warnings.append(
            f"The smallest cell was designed on {least} samples, so its probability is only known to about "
            f"{100 / least**0.5:.0f} % of itself. More samples, or fewer cells, are better."
        )
    return {
        "shoal": origin.shoal,
        "k": quantizer.guarantee.k,
        "model": source.words,
        "columns": list(quantizer.encoding.columns) if quantizer.encoding is not None else [],
        "cells": quantizer.n_cells,
        "least_probability": least / origin.n_records,
        "greatest_probability": int(sizes.max()) / origin.n_records,
        "samples": origin.n_records,
        "drawn_from_model": origin.drawn,
        **told,
        "discloses": list(quantizer.discloses),
        "digest": quantizer.digest,
        "seed": origin.seed,
        "files": [output],
        "warnings": warnings,
    }


def _say(facts: dict[str, Any], quantizer: Quantizer) -> None:
    least, greatest = facts["least_probability"], facts["greatest_probability"]
    is_even = (greatest - least) * facts["samples"] < 1.5  # shares of whole samples differ by one at most
    each = f"{least:.4g}" if is_even else f"{least:.4g} to {greatest:.4g}"
    rows = [
        ("model", facts["model"]),
        ("samples", f"{facts['samples']:,}"),
        ("columns", ", ".join(facts["columns"])),
        ("cells", f"{facts['cells']:,}, each of the probability {each} under the model"),
    ]
    if "records" in facts:
        rows.append(
            (
                "expected",
                f"of {facts['records']:,} records of the model, a cell gets fewer than {facts['k']} with the "
                f"probability {facts['cell_failure']:.2g}; {100 * facts['share_withheld']:.2g} % of the records "
                "would be withheld",
            )
        )
    rows += [
        ("rule", f"{quantizer.kind}, {quantizer.n_bytes:,} bytes when compact"),
        ("seed", str(facts["seed"])),
        ("seconds", f"{facts['seconds']:.1f}"),
        ("written", facts["files"][0]),
    ]
    say_summary(f"Cells for later tables, from a model of their records. {NOT_COUNTED}", rows)
    say_warnings(facts["warnings"])

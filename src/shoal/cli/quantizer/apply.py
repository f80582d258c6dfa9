"""shoal apply: new records through a quantizer or to the centres of an allocation; or a respondent's own cell."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import PromiseNotKept, Setting, WrongUse, in_a_row

if TYPE_CHECKING:
    from shoal.quantizer.quantizer import Quantizer


@guarded
@words.grouped()
def apply(
    *,
    quantizer: of.ModelArgument,
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            help="A CSV, TSV (also .gz, .zst) or Parquet file of any size, a folder of Parquet files, a pattern of "
            "files in quotes, or another file that fits into memory.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Where to write the released table, or the centres. With the design of a survey: where to write the "
            "cells and the answers that you can send (.csv).",
        ),
    ] = None,
    identifiers: of.IdOption = None,
    confidential: of.ConfidentialOption = None,
    insensitive: of.InsensitiveOption = None,
    withhold: Annotated[
        bool,
        typer.Option("--withhold", help="Leave out cells with fewer than k records. Default: refuse the whole table."),
    ] = False,
    keep_order: Annotated[
        bool,
        typer.Option(
            "--keep-order",
            help="Do not shuffle the records. Anyone who knows their order can then tell who is who.",
        ),
    ] = False,
    cells: Annotated[
        bool,
        typer.Option(
            "--cells",
            help="Write the cell number of each record instead, in the order of the table. Do not publish this file.",
        ),
    ] = False,
    matrix: of.MatrixOption = None,
    graph: of.GraphOption = None,
    public_key: of.PublicKeyOption = None,
    taxonomies: of.NewTaxonomyOption = None,
    reading: words.Reading,
    quote_formulas: of.QuoteFormulasOption = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Release new records with the cells of a quantizer; find cells or centres.

    With a quantizer: each record gets the values of its cell, and k is counted
    on the written file.

    With the specification of a survey, or with a paper form (boxes.json):
    Shoal checks the design and prints your cell, or the code of your box; with
    --quiet the cell alone. You send the cell instead of the details about you.
    Columns that look identifying are refused; drop them with --id.

    With the rule of an allocation: the centre of each record. That is not
    anonymous. --id names the column with the names of the records.

    Exit code 1: a cell would get fewer than k records, or the file is damaged
    or does not keep its promise. Nothing is written.

    Example:  shoal apply quantizer.json new.csv -o new-release.csv --withhold
    """
    from shoal.cli.quantizer.model_files import ModelKind, kind_of, refuse_public_key

    kind = kind_of(quantizer)
    refuse_public_key(quantizer, kind, public_key)
    roles = {"identifiers": identifiers, "confidential": confidential, "insensitive": insensitive}
    for_quantizers = {"withhold": withhold, "keep_order": keep_order, "cells": cells, "taxonomies": taxonomies}
    for_allocations = {"matrix": matrix, "graph": graph}
    if kind is ModelKind.ALLOCATION:
        from shoal.cli.quantizer.applied_allocation import apply_allocation

        published = {"confidential": confidential, "insensitive": insensitive}
        _refuse_useless({**for_quantizers, **published}, "with the rule of an allocation")
        apply_allocation(
            quantizer,
            table,
            output,
            identifiers=identifiers,
            matrix=matrix,
            graph=graph,
            reading=reading,
            quote_formulas=quote_formulas,
            as_json=as_json,
            quiet=quiet,
        )
        return
    _refuse_useless(for_allocations, f"with {kind}")
    if kind is not ModelKind.QUANTIZER:
        from shoal.cli.quantizer.own_cell import tell_own_cell

        _refuse_useless({**for_quantizers, "quote_formulas": quote_formulas}, "with the design of a survey")
        tell_own_cell(
            quantizer,
            kind,
            table,
            output,
            roles=roles,
            public_key=public_key,
            reading=reading,
            as_json=as_json,
            quiet=quiet,
        )
        return
    if output is None:
        raise WrongUse("Say where the released table goes, with ", Setting("output"), ".")
    facts = _released(
        quantizer,
        table,
        output,
        withhold=withhold,
        keep_order=keep_order,
        cells=cells,
        quote_formulas=quote_formulas,
        roles=roles,
        taxonomies=taxonomies,
        reading=reading.arguments(),
        quiet=quiet,
        silent=quiet or as_json,
    )
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts)


def _refuse_useless(given: dict[str, Any], where: str) -> None:
    """Refuse options that would be ignored."""
    useless = [Setting(parameter) for parameter, value in given.items() if value]
    if useless:
        raise WrongUse(*in_a_row(useless), f" means nothing {where}.", hint="Leave it out.")


def _loaded(path: str, taxonomies: list[str] | None) -> Quantizer:
    """The quantizer of a file, with newer taxonomies."""
    from shoal.quantizer.application import known_intake
    from shoal.quantizer.quantizer import Quantizer

    try:
        model = Quantizer.load(path)
    except WrongUse as error:
        told = f"{Path(path).name} is not to be trusted. "
        raise error.retold(PromiseNotKept, before=told, after="Nothing was written.") from None
    columns = known_intake(model).encoding.columns
    return model.with_taxonomies(words.by_column(taxonomies, columns, "taxonomies", commas=False))


def _released(
    quantizer: str,
    table: str,
    output: str,
    *,
    withhold: bool,
    keep_order: bool,
    cells: bool,
    quote_formulas: bool,
    roles: dict[str, list[str] | None],
    taxonomies: list[str] | None,
    reading: dict[str, Any],
    quiet: bool,
    silent: bool,
) -> dict[str, Any]:
    """Release the table through the quantizer; what became of it."""
    started = perf_counter()
    from shoal.cli.quantizer.applied_in_memory import apply_in_memory, opened_for
    from shoal.cli.shared.destinations import require_not_input, require_writable
    from shoal.cli.shared.progress import progress_bar
    from shoal.quantizer.intake.batches import BatchSource
    from shoal.quantizer.streaming.stream import apply_file

    target = Path(output)
    require_not_input(target, [quantizer, table])
    require_writable(target)
    model = _loaded(quantizer, taxonomies)
    source = opened_for(model, table, target, reading)
    if isinstance(source, BatchSource):
        require_not_input(target, source.paths)
    named = source.sample.columns if isinstance(source, BatchSource) else source.columns
    settings: dict[str, Any] = {
        "withhold": withhold,
        "keep_order": keep_order,
        "only_cells": cells,
        "quote_formulas": quote_formulas,
        **{role: words.column_names(names, named) for role, names in roles.items()},
    }
    with compilation_announced(silent=quiet), progress_bar("Assigning", silent=silent) as progress:
        if isinstance(source, BatchSource):
            done = apply_file(model, source, target, **settings, progress=progress)
        else:
            done = apply_in_memory(model, source, target, **settings)
    return {
        "k": model.guarantee.k,
        "quantizer": model.digest,
        "records": done.n_records,
        "released": done.n_released,
        "dropped": done.n_dropped,
        "withheld": done.n_withheld,
        "smallest_class": None if cells else done.smallest_class,
        "seconds": round(perf_counter() - started, 3),
        "files": [output],
        "warnings": list(done.warnings),
    }


def _say(facts: dict[str, Any]) -> None:
    smallest = facts["smallest_class"]
    title = (
        "The cell of every record. It links people to cells: keep it to yourself."
        if smallest is None
        else f"Every record shares its quasi-identifiers with at least {facts['k'] - 1} others."
    )
    rows = [("records", f"{facts['released']:,} of {facts['records']:,}")]
    rows += [(name, f"{facts[name]:,}") for name in ("dropped", "withheld") if facts[name]]
    if smallest is not None:
        rows.append(("smallest class", f"{smallest:,}, counted on the file that was written"))
    rows += [("seconds", f"{facts['seconds']:.1f}"), ("written", facts["files"][0])]
    say_summary(title, rows)
    say_warnings(facts["warnings"])

"""shoal inspect: what a quantizer file, a specification, a paper form or an allocation rule says about itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_summary


@guarded
def inspect(quantizer: of.ModelArgument, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Show what a quantizer, a specification or another model says about itself.

    Nothing is checked. shoal verify checks the file.

    Example:  shoal inspect quantizer.json
    """
    header, rows_of = _header(quantizer)
    if as_json:
        say_json(header)
    elif not quiet:
        say_summary(f"{header['file']} says of itself (nothing of it was checked):", rows_of(header))


def _header(path: str) -> tuple[dict[str, Any], Callable[[dict[str, Any]], list[tuple[str, str]]]]:
    """What the file says, and how that is put into rows."""
    from shoal.cli.quantizer.model_files import ModelKind, kind_of
    from shoal.quantizer.quantizer import Quantizer
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.specification.specification import Specification

    kind = kind_of(path)
    if kind is ModelKind.SPECIFICATION:
        return Specification.inspect(path), _survey_rows
    if kind is ModelKind.FORM:
        return BoxDesign.inspect(path), _form_rows
    if kind is ModelKind.ALLOCATION:
        from shoal.allocation.file import inspect as inspected

        return inspected(Path(path)), _allocation_rows
    return Quantizer.inspect(path), _rows


def _allocation_rows(header: dict[str, Any]) -> list[tuple[str, str]]:
    centers = _list(header, "centers")
    closed = sum(isinstance(center, dict) and center.get("cost") is None for center in centers)
    return [
        ("allocation", "the rule by which later records find their centre; it is not anonymous"),
        ("format", str(header.get("format"))),
        ("distance", str(header.get("distance"))),
        ("columns", "\n".join(str(column) for column in _list(header, "columns"))),
        ("workload", str(header.get("workload"))),
        ("centres", f"{len(centers)}, {closed} of which take nobody"),
        ("bytes", f"{header['file_bytes']:,}"),
        ("digest", str(header.get("digest"))),
    ]


def _form_rows(header: dict[str, Any]) -> list[tuple[str, str]]:
    promise, frame = (header[name] if isinstance(header.get(name), dict) else {} for name in ("promise", "frame"))
    questions = [question for question in _list(header, "questions") if isinstance(question, dict)]
    return [
        ("form", str(header.get("title"))),
        ("format", str(header.get("format"))),
        ("k", str(promise.get("k"))),
        ("failure", str(promise.get("failure"))),
        ("n_min", str(promise.get("n_min"))),
        ("frame", f"{frame.get('n_records')} people in {frame.get('n_boxes')} boxes"),
        ("questions", "\n".join(f"{question.get('column')} ({question.get('kind')})" for question in questions)),
        ("bytes", f"{header['file_bytes']:,}"),
        ("digest", str(header.get("digest"))),
    ]


def _survey_rows(header: dict[str, Any]) -> list[tuple[str, str]]:
    from shoal.survey.specification.signing import as_in_file

    promise, frame, origin, participation = (
        header[name] if isinstance(header.get(name), dict) else {}
        for name in ("promise", "frame", "origin", "participation")
    )
    columns = [column for column in _list(header, "columns") if isinstance(column, dict)]
    shares = participation.get(
        "share", f"{len(_list(participation, 'shares') or _list(participation, 'mean_shares'))} shares"
    )
    signature = header["signature"] if isinstance(header.get("signature"), dict) else {}
    return [
        ("survey", str(header.get("title"))),
        ("format", str(header.get("format"))),
        ("k", str(promise.get("k"))),
        ("failure", str(promise.get("failure"))),
        ("participation", f"{participation.get('model')}: {shares}"),
        ("n_min", str(header.get("n_min"))),
        ("frame", f"{frame.get('n_records')} members in {frame.get('n_cells')} cells"),
        (
            "columns",
            "\n".join(f"{column.get('name')} ({column.get('role')}, {column.get('held')})" for column in columns),
        ),
        ("made by", f"shoal {origin.get('shoal')}, {origin.get('method')}, seed {origin.get('seed')}"),
        ("bytes", f"{header['file_bytes']:,}"),
        ("digest", str(header.get("digest"))),
        ("signed by", as_in_file(str(signature["public_key"])) if "public_key" in signature else "nobody"),
    ]


def _rows(header: dict[str, Any]) -> list[tuple[str, str]]:
    """What a header says, as far as it is there: a damaged or newer one may lack anything."""
    origin = header["origin"] if isinstance(header.get("origin"), dict) else {}
    blocks = [block for block in _list(header, "blocks") if isinstance(block, dict)]
    kinds = Counter(str(block.get("rule")) for block in blocks)
    columns = [column for column in _list(header, "columns") if isinstance(column, dict)]
    named = [f"{column.get('name')} ({column.get('role')}, {column.get('held')})" for column in columns]
    rare = header["rare"] if isinstance(header.get("rare"), dict) else {}
    return [
        ("format", str(header.get("format"))),
        ("k", str(header.get("k"))),
        ("cells", f"{header.get('n_cells')} in {len(blocks)} block{'' if len(blocks) == 1 else 's'}"),
        ("rule", ", ".join(f"{kind} ({count})" if len(kinds) > 1 else kind for kind, count in kinds.items())),
        ("coordinates", str(header.get("n_coordinates"))),
        ("columns", "\n".join(named) or "none: made from bare points"),
        ("rare categories", ", ".join(f"{name}: {count}" for name, count in rare.items()) or "none"),
        ("method", str(origin.get("method"))),
        ("made by", f"shoal {origin.get('shoal')}, seed {origin.get('seed')}"),
        (
            "design samples" if origin.get("drawn") else "design records",
            f"{origin.get('n_records')}{' of a model' if origin.get('drawn') else ''} "
            f"({origin.get('forced_apart')} forced apart)",
        ),
        ("bytes", f"{header['file_bytes']:,} ({header['form']}); the table it replaces: {origin.get('table_bytes')}"),
        ("digest", str(header.get("digest"))),
    ]


def _list(header: dict[str, Any], name: str) -> list[Any]:
    value = header.get(name)
    return value if isinstance(value, list) else []

"""Manifest: everything needed to repeat a run, and nothing that was in a record.

It is the steward's own record of the run and not for publication: it holds the salt of the input's digest, with which
somebody who knows nearly all of the table could try out guesses at the rest.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np

from shoal import __version__
from shoal.errors import WrongUse
from shoal.quantizer.plain_json import DAMAGED, is_plain, parsed
from shoal.release.report import Report
from shoal.table.digests import file_digest
from shoal.table.frames import Table
from shoal.table.roles import ColumnRole, ColumnType, MissingPolicy, Role, Roles

MANIFEST_FORMAT = 1
LIBRARIES = ("numpy", "numba", "polars", "narwhals", "scipy")


def salted_digest(raw_digest: str, salt: str) -> str:
    """The digest of the input as it may be shown.

    Without the salt, which stays in the manifest, nobody can try out guesses at a small or mostly known table.
    """
    return "sha256:" + hmac.new(salt.encode(), raw_digest.encode(), "sha256").hexdigest()


def order_generator(
    settings: Mapping[str, Any], roles: Roles, raw_digest: str, outcome_digest: str
) -> np.random.Generator:
    """Random numbers for the order of the released records.

    A published seed alone must not undo the shuffling: whoever knows the original order (say, by name) would then
    know every record. So the generator is keyed by the whole content of the table as well. And two releases of one
    table must not come out in the same order, or their rows could be laid side by side: so settings, roles and the
    released values before shuffling (``outcome_digest``) are part of the key.
    """
    decisive = {name: value for name, value in settings.items() if name not in ("budget_s", "certify_s")}
    said = json.dumps([decisive, [_described_role(column) | {"taxonomy": None} for column in _as_given(roles)]])
    key = hashlib.sha256(f"shoal order|{said}|{outcome_digest}|{raw_digest}".encode()).digest()
    return np.random.default_rng(int.from_bytes(key))


def build_manifest(
    *,
    original: Table,
    released: Table,
    roles: Roles,
    settings: Mapping[str, Any],
    reading: Mapping[str, Any],
    salt: str,
    methods_used: Sequence[str],
    report: Report,
) -> dict[str, Any]:
    """Describe a finished run."""
    facts = report.facts
    origin = original.origin
    return {
        "format": MANIFEST_FORMAT,
        "shoal": __version__,
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "input": {
            "path": None if origin.path is None else str(origin.path.resolve()),
            "reading": dict(reading),
            "n_records": original.n_records,
            "digest": facts["digests"]["input"],
            "salt": salt,
        },
        "settings": dict(settings),
        "methods_used": list(methods_used),
        "roles": [
            _described_role(column) | ({"unjudged": True} if column.unjudged else {}) for column in _as_given(roles)
        ],
        "achieved": {
            "k": facts["promise"]["smallest_class"],
            "n_records": released.n_records,
            "loss": facts["loss"]["overall"],
            "outcome": facts["promise"]["outcome"],
            "certificate": facts["certificate"],
            "confidential": facts["privacy"]["confidential"],
        },
        "release_digest": facts["digests"]["release"],
    }


def read_manifest(path: str | Path) -> dict[str, Any]:
    """Read a manifest, or say what is wrong with the file."""
    name = Path(path).name or str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise WrongUse(f"There is no file {path}. Give the manifest.json of a release.") from None
    except (OSError, ValueError):
        raise WrongUse(f"{name} cannot be read as JSON. Give the manifest.json of a release.") from None
    manifest = parsed(text, name)
    if isinstance(manifest, dict) and "promise" in manifest and "settings" in manifest and "input" not in manifest:
        raise WrongUse(f"{name} is the report of a run. Give the manifest.json that was written beside it.")
    if not isinstance(manifest, dict) or manifest.get("format") != MANIFEST_FORMAT:
        raise WrongUse(f"{name} is not a manifest of format {MANIFEST_FORMAT}. It may come from another version.")
    _require_structure(manifest, name)
    return manifest


def _require_structure(manifest: dict[str, Any], name: str) -> None:
    """Refuse a manifest that lacks what a run needs, or has something else in its place."""
    wrong = next(iter(_validator().iter_errors(manifest)), None)
    if wrong is not None:
        place = ".".join(str(step) for step in wrong.absolute_path)
        if wrong.validator == "required":
            absent = [key for key in wrong.validator_value if key not in wrong.instance]
            problem = f"lacks {', '.join(f'{place}.{key}'.lstrip('.') for key in absent)}"
        else:
            problem = f"holds something else at '{place}' than a manifest has there ({wrong.validator})"
        raise WrongUse(f"{name} {problem}, so the run cannot be repeated. {DAMAGED}")
    settings = {**manifest["settings"], "seed": None}  # a seed may be as long as it likes
    if not is_plain({**manifest, "settings": settings}):
        raise WrongUse(f"{name} holds numbers or text that nothing can be done with. {DAMAGED}")


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    text = package_files("shoal.release").joinpath("manifest.schema.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def roles_of_manifest(manifest: Mapping[str, Any], manifest_path: Path) -> list[ColumnRole]:
    """The named column roles of a run."""
    try:
        return [
            ColumnRole(
                name=column["name"],
                role=Role(column["role"]),
                type=None if column["type"] is None else ColumnType(column["type"]),
                order=None if column["order"] is None else tuple(column["order"]),
                taxonomy=_taxonomy(column, manifest_path),
                weight=column["weight"],
                rounding=column["rounding"],
                missing=MissingPolicy(column["missing"]),
                unjudged=bool(column.get("unjudged", False)),
            )
            for column in manifest["roles"]
        ]
    except WrongUse:
        raise
    except (KeyError, TypeError, ValueError):
        raise WrongUse("The roles in the manifest are damaged, so the run cannot be repeated.") from None


def _as_given(roles: Roles) -> list[ColumnRole]:
    """The named columns, quasi-identifiers first and in the order they were given: it decides ties between records."""
    others = [column for column in roles.columns if column.named and column.name not in roles.quasi_identifiers]
    return [roles.of(name) for name in roles.quasi_identifiers] + others


def _described_role(column: ColumnRole) -> dict[str, Any]:
    digest = None if column.taxonomy is None else file_digest(column.taxonomy)
    return {**_plain_role(column), "taxonomy_digest": digest}


def beside(path: str | Path, manifest_path: Path) -> Path:
    """A file of a run: where it was, else under the same name beside the manifest."""
    moved = manifest_path.resolve().parent / Path(path).name
    return moved if not Path(path).exists() and moved.exists() else Path(path)


def _taxonomy(column: Mapping[str, Any], manifest_path: Path) -> Path | None:
    """The taxonomy of a column, refused when it is not the file of that run."""
    if column["taxonomy"] is None:
        return None
    path = beside(column["taxonomy"], manifest_path)
    if path.exists() and file_digest(path) != column["taxonomy_digest"]:
        raise WrongUse(
            f"The taxonomy {path.name} of column '{column['name']}' has changed since that run, so it cannot be "
            "repeated. Find the file as it was then."
        )
    return path


def _plain_role(column: ColumnRole) -> dict[str, Any]:
    plain = asdict(column)
    del plain["named"], plain["unjudged"]  # how it came to its role decides nothing
    return plain | {"taxonomy": None if column.taxonomy is None else str(column.taxonomy.resolve())}

"""Manifest: everything needed to repeat a run, and nothing that was in a record.

It is the steward's own record of the run and not for publication: it holds the salt of the input's digest, with which
somebody who knows nearly all of the table could try out guesses at the rest. So it stands beside the folder of the
release, in a folder of its own that its owner alone can open.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import platform
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np

from shoal import __version__
from shoal.errors import WriteError, WrongUse
from shoal.quantizer.files.plain_json import DAMAGED, is_plain, parsed
from shoal.release.report.report import Report
from shoal.table.frames.digests import file_digest
from shoal.table.frames.table import Origin
from shoal.table.roles.roles import ColumnRole, ColumnType, HouseholdMembers, MissingPolicy, Role, Roles

MANIFEST_FORMAT = 1
MANIFEST_NAME = "manifest.json"
PRIVATE_PREFIX = "private-"  # in front, so that `cp -r release* …` does not take the manifest along
# Settings that leave the order of the release as it is: they change no value, or only how a text is written.
UNORDERED = ("budget_s", "certify_s", "dominance", "quote_formulas", "earlier", "person", "changes")
SALT_BYTES = 16  # nobody tries out 2^128 salts
LIBRARIES = ("numpy", "numba", "polars", "narwhals", "scipy")


def new_salt() -> str:
    """A salt for the digest of an input."""
    return secrets.token_hex(SALT_BYTES)


def salted_digest(raw_digest: str, salt: str) -> str:
    """The digest of the input as it may be shown.

    Without the salt, which stays in the manifest, nobody can try out guesses at a small or mostly known table.
    """
    return "sha256:" + hmac.new(salt.encode(), raw_digest.encode(), "sha256").hexdigest()


def order_generator(
    settings: Mapping[str, Any], roles: Roles, raw_digest: str, outcome_digest: str
) -> np.random.Generator:
    """Random numbers for the order of the released records.

    A published seed alone must not undo the shuffling: somebody who knows the original order (for example, by name)
    could then identify every record. So the generator is keyed by the whole content of the table as well. And two
    releases of one table must not come out in the same order, or their rows could be laid side by side: so settings,
    roles and the released values before shuffling (``outcome_digest``) are part of the key.
    """
    decisive = {name: value for name, value in settings.items() if name not in UNORDERED}
    said = json.dumps([decisive, [_described_role(column) | {"taxonomy": None} for column in _as_given(roles)]])
    key = hashlib.sha256(f"shoal order|{said}|{outcome_digest}|{raw_digest}".encode()).digest()
    return np.random.default_rng(int.from_bytes(key))


def build_manifest(
    *,
    origin: Origin,
    n_records: int,
    n_released: int,
    roles: Roles,
    settings: Mapping[str, Any],
    reading: Mapping[str, Any],
    salt: str,
    methods_used: Sequence[str],
    formings: Sequence[Sequence[str]],
    report: Report,
    earlier: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    """Describe a finished run."""
    facts = report.facts
    return {
        "format": MANIFEST_FORMAT,
        "date": facts["date"],
        "shoal": __version__,
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "input": {
            "path": None if origin.path is None else str(origin.path.resolve()),
            "reading": dict(reading),
            "n_records": n_records,
            "digest": facts["digests"]["input"],
            "salt": salt,
        },
        "settings": dict(settings),
        **({"earlier": [dict(release) for release in earlier]} if earlier else {}),
        "methods_used": list(methods_used),
        **({"formings": [list(each) for each in formings]} if formings else {}),
        "roles": [
            _described_role(column) | ({"unjudged": True} if column.unjudged else {}) for column in _as_given(roles)
        ],
        "achieved": {
            "k": facts["promise"]["smallest_class"],
            "n_records": n_released,
            "loss": facts["loss"]["overall"],
            "outcome": facts["promise"]["outcome"],
            "certificate": facts["certificate"],
            "confidential": facts["privacy"]["confidential"],
            **({"promises": promises} if (promises := facts["promise"]["confidential"]) else {}),
        },
        "release_digest": facts["digests"]["release"],
    }


def private_manifest(folder: Path) -> Path:
    """The path of the manifest of a release folder: beside it, so that the whole folder can be published."""
    home = folder if folder.name not in ("", "..") else folder.resolve()
    if not home.name:
        raise WriteError(f"{folder} has no folder beside it for the manifest. Give the name of a folder in it.")
    return home.with_name(f"{PRIVATE_PREFIX}{home.name}") / MANIFEST_NAME


def manifests_of(folder: Path) -> list[Path]:
    """Where the manifest of a release may be: beside its folder, or in it, where version 0.1 put it."""
    beside = [private_manifest(folder)] if folder.resolve().name else []
    return [path for path in (*beside, folder / MANIFEST_NAME) if path.is_file()]


def found_manifest(path: str | Path) -> Path:
    """The manifest itself; for the folder of a release, the manifest of that release."""
    given = Path(path)
    if given.is_dir():
        found = manifests_of(given)
        if not found:
            raise WrongUse(f"There is no manifest in {path} or beside it. Give the manifest.json of a release.")
        return found[0]
    if not given.exists():
        known = manifests_of(given.parent)
        advice = f"The manifest of {given.parent} is {known[0]}." if known else "Give the manifest.json of a release."
        raise WrongUse(f"There is no file {path}. {advice}")
    return given


def read_manifest(path: str | Path) -> dict[str, Any]:
    """Read a manifest, given as a file or as the folder of its release, or say what is wrong with it."""
    file = found_manifest(path)
    name = file.name
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise WrongUse(f"{name} cannot be read as JSON. Give the manifest.json of a release.") from None
    manifest = parsed(text, name)
    if isinstance(manifest, dict) and "promise" in manifest and "settings" in manifest and "input" not in manifest:
        raise WrongUse(f"{name} is the report of a run. Give the manifest.json of the same run.")
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
                members=HouseholdMembers(column["members"]) if "members" in column else None,
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
    """A file of a run: where it was, else under the same name beside the manifest, or in the folder above."""
    home = manifest_path.resolve().parent
    moved = [place / Path(path).name for place in (home, home.parent)]
    return next((place for place in (Path(path), *moved) if place.exists()), Path(path))


def _taxonomy(column: Mapping[str, Any], manifest_path: Path) -> Path | None:
    """The taxonomy of a column, refused when it is not the file of that run."""
    if column["taxonomy"] is None:
        return None
    path = beside(column["taxonomy"], manifest_path)
    if path.exists() and file_digest(path) != column["taxonomy_digest"]:
        raise WrongUse(
            f"The taxonomy {path.name} of column '{column['name']}' has changed since that run, so it cannot be "
            "repeated.",
            column=column["name"],
            hint="Find the file as it was then.",
        )
    return path


def _plain_role(column: ColumnRole) -> dict[str, Any]:
    plain = asdict(column)
    del plain["named"], plain["unjudged"]  # how it came to its role decides nothing
    del plain["diversity"], plain["closeness"]  # the settings have all promises, wherever they were asked for
    if column.members is None:  # roles key the order of the release: what is new is there only if used
        del plain["members"]
    return plain | {"taxonomy": None if column.taxonomy is None else str(column.taxonomy.resolve())}

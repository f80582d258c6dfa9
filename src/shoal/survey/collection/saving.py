"""Saving: how the release of a survey, its report, manifest and signature become files. It is the only way.

Whether the answers came as tables or sealed, the files are the same: the folder is for everybody, the manifest beside
it for the organiser alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import WriteError
from shoal.quantizer.files.plain_json import parsed
from shoal.release.manifest import manifests_of, private_manifest
from shoal.release.pages.html import survey_html
from shoal.survey.collection.facts import DEFAULT_SUFFIX, AboutSurvey, manifest_facts, report_facts
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.key_texts import pretty
from shoal.survey.specification.signing import Signature, signed
from shoal.table.atomic import atomically, make_private_folder
from shoal.table.files.formats import is_known, is_table_name, suffix_of
from shoal.table.files.writing import require_writable_format
from shoal.table.folder_lock import held
from shoal.table.frames.digests import file_digest

if TYPE_CHECKING:
    from shoal.survey.collection.releasing import Collected

SIGNED_WHAT = "shoal survey release"
SIGNATURE_FORMAT = 1
REPORT, REPORT_JSON, SIGNATURE = "report.html", "report.json", "signature.json"


def save_release(
    collected: Collected,
    about: AboutSurvey,
    folder: str | Path,
    *,
    sign: str | Path | None = None,
    notes: Mapping[Path, str] | None = None,
) -> dict[str, Path]:
    """Write release, report (HTML and JSON) and signature into a folder, and the manifest beside it.

    All files are complete before the first one takes its place. ``notes``, private texts, take theirs first, and the
    table comes last: whoever pulls the plug meanwhile has no table without its note.
    """
    home = Path(folder)
    refuse_unfit_folder(home)
    paths = _paths(home, about.suffix, is_signed=sign is not None)
    with held(home), ExitStack() as drafts:
        refuse_unfit_folder(home)  # another run may have ended here
        make_private_folder(paths["manifest"].parent)
        table = drafts.enter_context(collected.counted(paths["table"]))
        digests = {paths["table"].name: file_digest(table)}
        facts = report_facts(about, collected, paths["table"].name, digests[paths["table"].name])
        for name, text in {"report": survey_html(facts), "report_json": pretty(facts)}.items():
            draft = drafts.enter_context(atomically(paths[name]))
            draft.write_text(text, encoding="utf-8")
            digests[paths[name].name] = file_digest(draft)
        if sign is not None:
            text = pretty(_signature(about, digests, sign))
            drafts.enter_context(atomically(paths["signature"])).write_text(text, encoding="utf-8")
        private = {paths["manifest"]: pretty(manifest_facts(about, collected, digests)), **(notes or {})}
        for path, text in private.items():
            drafts.enter_context(atomically(path, private=True)).write_text(text, encoding="utf-8")
    return paths


def refuse_unfit_folder(home: Path) -> None:
    """Refuse the name of a table, and a folder with a release: two of one survey invite comparing them."""
    if is_known(suffix_of(home)[0]) and not home.is_dir():
        raise WriteError(
            f"A release of a survey is a folder with a table and its report, and {home.name} is the name of a table.",
            hint=f"Give the name of a folder, such as {home.name.split('.')[0] or 'release'}.",
        )
    tables = [path for path in home.glob("release.*") if path.is_file() and is_table_name(path, "release")]
    if tables or manifests_of(home):
        raise WriteError(f"{home} holds a release already, or its manifest is there.", hint="Choose another folder.")


def release_suffix(source: Path | None) -> str:
    """Of the released table: that of the file with the answers, if it can be written."""
    if source is None or not is_known(suffix_of(source)[0]):
        return DEFAULT_SUFFIX
    suffix = "".join(source.suffixes[-2:]) if suffix_of(source)[1] is not None else source.suffix
    try:
        require_writable_format(Path(f"release{suffix}"), "")
    except WriteError:
        return DEFAULT_SUFFIX
    return suffix


def is_signed_release(folder: str | Path) -> bool:
    """Whether the files of a folder are those that were signed, by the key in its signature.json."""
    home = Path(folder)
    try:
        document = parsed((home / SIGNATURE).read_text("utf-8"), SIGNATURE)
        signature = Signature.from_dict(document["signature"])
        same = all(file_digest(home / Path(name).name) == digest for name, digest in document["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, WriteError):
        return False
    return same and document["digest"] == digest_of(document) and signature.fits(document["digest"], SIGNED_WHAT)


def _paths(home: Path, suffix: str, *, is_signed: bool) -> dict[str, Path]:
    paths = {
        "table": home / f"release{suffix}",
        "report": home / REPORT,
        "report_json": home / REPORT_JSON,
        "manifest": private_manifest(home),
    }
    return {**paths, "signature": home / SIGNATURE} if is_signed else paths


def _signature(about: AboutSurvey, digests: Mapping[str, str], key: str | Path) -> dict[str, Any]:
    document: dict[str, Any] = {
        "what": SIGNED_WHAT,
        "format": SIGNATURE_FORMAT,
        **about.digests,
        "files": dict(digests),
    }
    digest = digest_of(document)
    return {**document, "digest": digest, "signature": signed(digest, key, SIGNED_WHAT).to_dict()}

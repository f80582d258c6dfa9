"""A closed survey: its release, and how release, report, manifest and signature become files."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.errors import WriteError
from shoal.release.manifest import private_manifest
from shoal.release.pages.html import survey_html
from shoal.release.saving import refuse_earlier_release
from shoal.survey.closing.earlier_closing import noted_text
from shoal.survey.closing.facts import ClosingNumbers, manifest_facts, report_facts
from shoal.survey.collection.releasing import Collected
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.key_texts import pretty
from shoal.survey.specification.signing import Signature, signed
from shoal.table.atomic import atomically, make_private_folder
from shoal.table.files.formats import suffix_of
from shoal.table.folder_lock import held
from shoal.table.frames.digests import file_digest

SIGNED_WHAT = "shoal survey release"
SIGNATURE_FORMAT = 1
DEFAULT_SUFFIX = ".csv"
REPORT, REPORT_JSON, SIGNATURE = "report.html", "report.json", "signature.json"


@dataclass(frozen=True)
class ClosedSurvey:
    """What a closing came to. Nothing of it says how many answers a withheld cell had."""

    survey: Survey = field(repr=False)
    collected: Collected = field(repr=False)
    numbers: ClosingNumbers
    bundle: str  # digest of the file
    settings: dict[str, Any]
    note: Path  # where closings are noted
    noted: dict[str, str] = field(repr=False)
    seal: bytes = field(repr=False)

    def save(
        self, folder: str | Path, *, suffix: str = DEFAULT_SUFFIX, sign: str | Path | None = None
    ) -> dict[str, Path]:
        """Write release, report (HTML and JSON) and signature into a folder, and the manifest beside it.

        All files are complete before the first one takes its place. The closing is noted first and the table comes
        last: whoever pulls the plug meanwhile can close again with the same answers, and with no others.
        """
        home = Path(folder)
        paths = self._paths(home, suffix, is_signed=sign is not None)
        make_private_folder(paths["manifest"].parent)
        with held(home), ExitStack() as drafts:
            refuse_earlier_release(home)
            table = drafts.enter_context(self.collected.counted(paths["table"]))
            digests = {paths["table"].name: file_digest(table)}
            facts = report_facts(
                self.survey, self.collected, self.numbers, paths["table"].name, digests[paths["table"].name]
            )
            texts = {"report": survey_html(facts), "report_json": pretty(facts)}
            for name, text in texts.items():
                draft = drafts.enter_context(atomically(paths[name]))
                draft.write_text(text, encoding="utf-8")
                digests[paths[name].name] = file_digest(draft)
            if sign is not None:
                text = pretty(self._signature(digests, sign))
                drafts.enter_context(atomically(paths["signature"])).write_text(text, encoding="utf-8")
            private = {"manifest": pretty(manifest_facts(self, digests)), "note": self._noted_text()}
            for name, text in private.items():
                drafts.enter_context(atomically(paths[name], private=True)).write_text(text, encoding="utf-8")
        return paths

    def _paths(self, home: Path, suffix: str, *, is_signed: bool) -> dict[str, Path]:
        paths = {
            "table": home / f"release{suffix}",
            "report": home / REPORT,
            "report_json": home / REPORT_JSON,
            "manifest": private_manifest(home),
            "note": self.note,
        }
        suffix_of(paths["table"])
        return {**paths, "signature": home / SIGNATURE} if is_signed else paths

    def _noted_text(self) -> str:
        return noted_text(self.noted, self.survey, self.seal)

    def _signature(self, digests: dict[str, str], key: str | Path) -> dict[str, Any]:
        document: dict[str, Any] = {
            "what": SIGNED_WHAT,
            "format": SIGNATURE_FORMAT,
            "survey": self.survey.digest,
            "files": digests,
        }
        digest = digest_of(document)
        return {**document, "digest": digest, "signature": signed(digest, key, SIGNED_WHAT).to_dict()}


def is_signed_release(folder: str | Path) -> bool:
    """Whether the files of a folder are those that were signed, by the key in its signature.json."""
    home = Path(folder)
    try:
        document = json.loads((home / SIGNATURE).read_text("utf-8"))
        signature = Signature.from_dict(document["signature"])
        same = all(file_digest(home / Path(name).name) == digest for name, digest in document["files"].items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, WriteError):
        return False
    return same and document["digest"] == digest_of(document) and signature.fits(document["digest"], SIGNED_WHAT)

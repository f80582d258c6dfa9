"""Where the files of a run go: checked before the work begins, so that minutes of work never end in a refusal."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import Setting, WriteError, WrongUse

if TYPE_CHECKING:
    from shoal.release.saving import SavedRelease

REPORT_SUFFIXES = (".html", ".json", ".txt")


@dataclass(frozen=True)
class Destinations:
    """The checked output paths of one run. ``folder`` is None if only the table was asked for.

    With a folder and no ``manifest``, the manifest goes beside the folder (`release/manifest.py`).
    """

    table: Path
    folder: Path | None
    reports: tuple[Path, ...]
    manifest: Path | None
    overwrite: bool = False  # an earlier release in the folder
    quantizer: Path | None = None
    disclose: bool = False  # write the quantizer even if it reveals something about single records

    @property
    def private(self) -> list[Path]:
        """The files of the run that are not for publication."""
        from shoal.release.manifest import private_manifest

        usual = None if self.folder is None else private_manifest(self.folder)
        quantizer = self.quantizer if self.disclose else None
        return [path for path in (self.manifest or usual, quantizer) if path is not None]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Exclude other runs from the folder, from the beginning of the work until its files are written."""
        from shoal.release.saving import refuse_earlier_release
        from shoal.table.folder_lock import held

        if self.folder is None:
            yield
            return
        with held(self.folder):
            if not self.overwrite:  # another run may have ended here since the paths were checked
                refuse_earlier_release(self.folder)
            yield

    def write(self, release: SavedRelease) -> list[Path]:
        """Write everything while the folder is locked; if it fails, the error says which files are written already."""
        from shoal.release.saving import own_suffix

        written: list[Path] = []
        if self.quantizer is not None:
            from shoal.quantizer.files.storage import require_harmless

            require_harmless(release.quantizer, disclose=self.disclose)
        try:
            if self.folder is not None:
                written += release.save_held(
                    self.folder, suffix=own_suffix(self.table), overwrite=self.overwrite, manifest=self.manifest
                ).values()
            else:
                release.write(self.table)
                written.append(self.table)
            for report in self.reports:
                release.write_report(report)
                written.append(report)
            if self.manifest is not None and self.folder is None:
                release.write_manifest(self.manifest, table=self.table)
                written.append(self.manifest)
            if self.quantizer is not None:
                release.quantizer.save(self.quantizer, disclose=self.disclose)
                written.append(self.quantizer)
        except BaseException as error:
            if written:
                error.add_note(f"Already written: {', '.join(str(path) for path in written)}.")
            raise
        return written


def require_outside(manifest: str, output: str) -> None:
    """A manifest holds the salt of the input's digest, so it does not go into a folder that will be published."""
    if is_folder(output) and Path(manifest).resolve().is_relative_to(Path(output).resolve()):
        raise WrongUse(
            f"The manifest holds the salt of the input's digest and must not be published, but {manifest} is in "
            f"the release folder {output}.",
            parameter="manifest",
            hint="Choose a place outside it.",
        )


def plan(
    output: str,
    *,
    source: Path,
    reports: Sequence[str] = (),
    manifest: str | None = None,
    quantizer: str | None = None,
    disclose: bool = False,
    overwrite: bool = False,
    inputs: Iterable[str | Path] = (),
    suffix: str | None = None,
) -> Destinations:
    """Check every path that a run will write to. ``inputs`` are further files that must survive. ``suffix``: of a table
    in a folder; that of its source if not given.

    A folder that holds a release already is refused unless ``overwrite``; a plain file is replaced, a link is not.
    """
    from shoal.release.saving import own_suffix
    from shoal.table.atomic import refuse_link

    folder = Path(output) if is_folder(output) else None
    if folder is None and overwrite:
        raise WrongUse(
            Setting("overwrite"),
            " replaces an earlier release in a folder, and the output is a file, which is replaced in any case.",
            hint="Leave it out, or give a folder (its name ends with a slash).",
        )
    table = folder / f"release{suffix or own_suffix(source)}" if folder is not None else Path(output)
    extra = [Path(path) for path in (*reports, *(path for path in (manifest, quantizer) if path is not None))]
    _require_suffixes(reports, manifest, quantizer)
    if disclose and quantizer is None:
        raise WrongUse(
            Setting("disclose"),
            " is about a quantizer, and none is written.",
            hint=("Name one with ", Setting("quantizer"), "."),
        )
    require_table_format(table, or_folder=True)
    companions = _companions(folder, table, overwrite=overwrite, own_manifest=manifest is None)
    for path in extra:
        refuse_link(path)
        if folder is None or path.parent.resolve() != folder.resolve():
            require_writable(path)
    require_distinct([table, *companions, *extra], [source, *map(Path, inputs)])
    return Destinations(
        table,
        folder,
        tuple(extra[: len(reports)]),
        None if manifest is None else Path(manifest),
        overwrite,
        None if quantizer is None else Path(quantizer),
        disclose,
    )


def _require_suffixes(reports: Sequence[str], manifest: str | None, quantizer: str | None) -> None:
    for report in reports:
        require_suffix(Path(report), REPORT_SUFFIXES, "A report")
    if manifest is not None:
        require_suffix(Path(manifest), (".json",), "A manifest")
    if quantizer is not None:
        require_suffix(Path(quantizer), (".json", ".shoalq"), "A quantizer")


def _companions(folder: Path | None, table: Path, *, overwrite: bool, own_manifest: bool) -> list[Path]:
    """What is written with the table in any case; refused if the table or one of these cannot be written."""
    from shoal.release.saving import refuse_earlier_release
    from shoal.table.atomic import refuse_link

    if folder is None:
        require_writable(table)
        return []
    _require_possible_folder(folder)
    if not overwrite:
        refuse_earlier_release(folder)
    companions = [folder / name for name in ("report.html", "report.json")]
    companions += [_usual_manifest(folder)] if own_manifest else []
    for path in (table, *companions):
        refuse_link(path)
    return companions


def _usual_manifest(folder: Path) -> Path:
    """The path of the manifest beside a folder; refused if it cannot be written."""
    from shoal.release.manifest import private_manifest
    from shoal.table.atomic import refuse_link

    manifest = private_manifest(folder)
    refuse_link(manifest.parent)
    try:
        _require_possible_folder(manifest.parent)
    except WriteError as error:
        raise WriteError(
            f"The manifest is not for publication, so it goes beside the folder of the release. {error.problem}",
            hint=("Choose another folder, or name a file for it with ", Setting("manifest"), "."),
        ) from None
    return manifest


def scratch_beside(output: str) -> Path | None:
    """Where records may lie as they were while a release is made of them: beside the folder that gets it, never in it.

    That folder may be published with all that a broken run left there. Beside it, on the same disk, there is room for
    the release, so there is some for the work. None if nobody may write there, or it is another disk.
    """
    path = Path(output).resolve()
    home = path if is_folder(output) else path.parent
    found = next((place for place in home.parents if place.is_dir()), None)
    if found is None or not os.access(found, os.W_OK | os.X_OK):
        return None
    is_same_disk = not home.is_dir() or home.stat().st_dev == found.stat().st_dev
    return found if is_same_disk else None


def is_folder(output: str) -> bool:
    """A folder that exists, or a name that ends as folders do."""
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def require_table_format(path: Path, *, or_folder: bool = False) -> None:
    """Refuse unknown suffixes, and formats that can only be read. ``or_folder``: a folder would work as well."""
    from shoal.table.files.writing import require_writable_format

    folder = " For a folder, end the name with a slash."
    require_writable_format(path, folder if or_folder else " A single file is written here.")


def require_suffix(path: Path, suffixes: Sequence[str], what: str) -> None:
    """Refuse a file whose suffix is not one of this kind of file."""
    if path.suffix.lower() not in suffixes:
        raise WriteError(f"{what} is written as {', '.join(suffixes)}; {path.name} is none of these.")


def require_writable(path: Path) -> None:
    """Refuse a file that could not be created; trying is the only test that every system answers truly."""
    from shoal.table.atomic import refuse_link

    refuse_link(path)
    if path.is_dir():
        raise WriteError(f"{path} is a folder, so no file can be written there. Give the name of a file in it.")
    _require_writable_folder(path.resolve().parent, path)


def _require_writable_folder(folder: Path, wanted: Path) -> None:
    from shoal.table.atomic import cannot_write

    try:
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise cannot_write(wanted, error) from None


def require_absent(path: Path) -> None:
    """Refuse to replace a file that somebody may have worked on."""
    if path.exists():
        raise WriteError(
            f"{path} exists already.",
            parameter="overwrite",
            hint=("Choose another name, or replace it with ", Setting("overwrite"), "."),
        )


def require_not_input(output: Path, inputs: Iterable[str | Path]) -> None:
    """Refuse to write over a file that is read."""
    require_distinct([output], [Path(path) for path in inputs])


def _require_possible_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise WriteError(f"{folder} is a file, so no folder can be there.", hint="Choose another name.")
    existing = next(parent for parent in (folder, *folder.resolve().parents) if parent.exists())
    if not existing.is_dir():
        raise WriteError(f"{existing} is a file, so {folder} cannot be made.", hint="Choose another name.")
    _require_writable_folder(existing, folder)


def require_distinct(outputs: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Refuse to write over a file that is read, or to write a file twice."""
    for position, output in enumerate(outputs):
        for source in inputs:
            if _same(output, source):
                raise WrongUse(
                    f"{output} is read by this run, so it is not written over. Give the output another name."
                )
        if any(_same(output, other) for other in outputs[:position]):
            raise WrongUse(f"{output} would be written twice. Give each output a name of its own.")


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, be it through links."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()

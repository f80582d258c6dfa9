"""Writing so that a crash, a full disk or a signal leaves the old file or the new one, never half of either.

Only its owner can read a draft until it gets its final name. Symbolic links are never followed when writing: somebody
else may have created the link so that another file is replaced. A folder in the path may be a link: the user named that
path, and systems use such links themselves (/tmp on macOS is one).
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shoal.errors import WriteError

NEW_FILE_MODE = 0o666  # as any program creates a file; the umask takes away what the user does not want
OWNER_ONLY = 0o600  # drafts, and files that are not for publication
OWNER_ONLY_FOLDER = 0o700


@contextmanager
def atomically(path: str | Path, *, private: bool = False) -> Iterator[Path]:
    """Yield a temporary path in the folder of `path`; it replaces `path` only if the block succeeds.

    The new file has the mode of the file that it replaces, or the usual mode of a new file; only its owner can read a
    ``private`` one. OSError becomes WriteError; any other exception passes through after the temporary file is removed.
    """
    refuse_link(path)
    target = Path(path).parent.resolve() / Path(path).name
    if target.is_dir():
        raise WriteError(f"{path} is a folder, so no file can be written there. Give the name of a file in it.")
    # all suffixes stay at the end, so that the draft can be read back as what it is
    draft = target.with_name(f".{secrets.token_hex(6)}-{target.name[-80:]}")
    try:
        mode = OWNER_ONLY if private else _mode_for(target)
        _create(draft, OWNER_ONLY)
        yield draft
        draft.chmod(mode)
        _flush_to_disk(draft)
        draft.replace(target)  # a link that appeared meanwhile would be replaced, not followed
    except WriteError:  # worded already
        raise
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    with suppress(OSError):  # some file systems cannot flush a folder; the file itself is safe by now
        _flush_to_disk(target.parent)


def refuse_link(path: str | Path) -> None:
    """Refuse a file name that is a symbolic link, be it to nothing."""
    if Path(path).is_symlink():
        raise WriteError(
            f"{path} is a symbolic link, and Shoal does not write through links: another file would be replaced. "
            "Remove the link, or give the name of the real file."
        )


def make_private_folder(folder: Path) -> None:
    """Make a folder that its owner alone can open. One that exists keeps its mode; a link to one is refused."""
    refuse_link(folder)
    try:
        folder.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error


def cannot_write(path: str | Path, error: OSError) -> WriteError:
    """The worded error. Only the system's words are repeated: a library's might quote the data."""
    if isinstance(error, WriteError):
        return error
    reason = os.strerror(error.errno) if error.errno else "the file could not be completed"
    advice = "Check that the folder exists, may be written to and has room"
    return WriteError(f"Cannot write {path}: {reason}. {advice}. Nothing was changed there.")


def _mode_for(target: Path) -> int:
    """The mode of the file that is replaced, or else of a new file in this folder.

    A new file is made to find that out: umask and inherited rights decide together, and reading the umask means
    changing it for all threads. The file stays empty and is removed at once, so nobody can read anything in it.
    """
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode) & 0o777
    probe = target.with_name(f".{secrets.token_hex(6)}-mode")
    try:
        _create(probe, NEW_FILE_MODE)
        return stat.S_IMODE(probe.stat().st_mode)
    finally:
        probe.unlink(missing_ok=True)


def _create(path: Path, mode: int) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))  # O_EXCL follows no link


def _flush_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

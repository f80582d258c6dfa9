"""Writing so that a crash, a full disk or Ctrl-C leaves the old file or the new one, never half of either."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shoal.errors import WriteError

NEW_FILE_MODE = 0o666  # as any program creates a file; the umask takes away what the user does not want


@contextmanager
def atomically(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path in the folder of `path`; it takes the place of `path` only when all went well.

    A symbolic link stays a link: the file it points at is replaced. OSError becomes WriteError; anything else
    that ends the block passes through, after the temporary file is gone.
    """
    target = Path(path).resolve()
    if target.is_dir():
        raise WriteError(f"{path} is a folder, so no file can be written there. Give the name of a file in it.")
    # all suffixes stay at the end, so that the draft can be read back as what it is
    draft = target.with_name(f".{secrets.token_hex(6)}-{target.name[-80:]}")
    try:
        _create(draft, like=target)
        yield draft
        _flush_to_disk(draft)
        draft.replace(target)
    except WriteError:  # worded already
        raise
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    with suppress(OSError):  # some file systems cannot flush a folder; the file itself is safe by now
        _flush_to_disk(target.parent)


def cannot_write(path: str | Path, error: OSError) -> WriteError:
    """The worded error. Only the system's words are repeated: a library's might quote the data."""
    if isinstance(error, WriteError):
        return error
    reason = os.strerror(error.errno) if error.errno else "the file could not be completed"
    advice = "Check that the folder exists, may be written to and has room"
    return WriteError(f"Cannot write {path}: {reason}. {advice}. Nothing was changed there.")


def _create(draft: Path, *, like: Path) -> None:
    mode = like.stat().st_mode & 0o777 if like.exists() else None
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, NEW_FILE_MODE))
    if mode is not None:
        draft.chmod(mode)


def _flush_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

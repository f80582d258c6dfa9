"""Compiled code that is out of date, because a kernel in another file has changed.

numba keeps machine code until the file of its own function changes. But a kernel contains the kernels that it calls,
also those from other files, so after an update it would go on with their old code. A note in the folder of the machine
code says from which sources it was made; what was made from others is removed before anything is loaded.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

NOTE = "shoal-sources.json"
IMPORT = re.compile(r"^from shoal\.kernels\.([\w.]+) import", re.MULTILINE)


def forget_stale(sources: Path, folder: Path, cache: Path) -> None:
    """Remove machine code of modules whose sources, or those of modules they import, are no longer what was compiled.

    ``cache`` holds the machine code of the modules in ``folder``, which is ``sources`` or a folder inside. A
    cache that cannot be read or written to is of no use to anybody.
    """
    with suppress(OSError):
        within = ".".join(folder.relative_to(sources).parts)
        made_from = {
            module.rpartition(".")[2]: digest
            for module, digest in digests(sources).items()
            if module.rpartition(".")[0] == within
        }
        note = cache / NOTE
        known = _noted(note)
        if known == made_from:
            return
        cache.mkdir(parents=True, exist_ok=True)
        for file in cache.glob("*.nb[ic]"):
            module = file.name.split(".", 1)[0]
            if known.get(module) != made_from.get(module):
                file.unlink(missing_ok=True)
        draft = note.with_suffix(f".{sha256(json.dumps(made_from).encode()).hexdigest()[:8]}")
        draft.write_text(json.dumps(made_from, indent=1), encoding="utf-8")
        draft.replace(note)


def digests(sources: Path) -> dict[str, str]:
    """For each module, by its dotted name, a digest of its own text and of all modules that it imports."""
    texts = {
        ".".join(file.relative_to(sources).with_suffix("").parts): file.read_text(encoding="utf-8")
        for file in sorted(sources.rglob("*.py"))
    }
    imported = {module: set(IMPORT.findall(text)) & texts.keys() for module, text in texts.items()}
    found = {}
    for module in texts:
        within: set[str] = set()
        waiting = [module]
        while waiting:
            here = waiting.pop()
            if here not in within:
                within.add(here)
                waiting += imported[here]
        found[module] = sha256("\0".join(texts[name] for name in sorted(within)).encode()).hexdigest()
    return found


def _noted(note: Path) -> dict[str, str]:
    """What the cache was made from; nothing when there is no note."""
    try:
        held = json.loads(note.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}

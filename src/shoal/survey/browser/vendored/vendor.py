"""Makes the files of this folder anew from npm, exactly as vendored.json says: python vendor.py

It needs npm and the network. A package whose content is not the one that was pinned is refused. Each library becomes
one ES module by esbuild, not minified, so that a respondent can read what runs on the page.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LIST_FILE = HERE / "vendored.json"


def main() -> int:
    """All libraries; with --accept the digests of what came out are written down."""
    content = json.loads(LIST_FILE.read_text("utf-8"))
    for library in content["libraries"]:
        with tempfile.TemporaryDirectory() as folder:
            made = _bundle(library, content["esbuild"], Path(folder))
        digest = hashlib.sha256(made).hexdigest()
        if digest != library["sha256"] and sys.argv[1:] != ["--accept"]:
            raise SystemExit(f"{library['file']} came out otherwise than vendored.json says: {digest}")
        library["sha256"] = digest
        (HERE / library["file"]).write_bytes(made)
    LIST_FILE.write_text(f"{json.dumps(content, indent=1)}\n", encoding="utf-8")
    return 0


def _bundle(library: dict[str, Any], esbuild: str, folder: Path) -> bytes:
    packages = library["packages"]
    wanted = [f"{package['name']}@{package['version']}" for package in packages]
    _run("npm", "install", "--ignore-scripts", "--no-audit", "--prefix", str(folder), f"esbuild@{esbuild}", *wanted)
    locked = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    for package in packages:
        found = locked[f"node_modules/{package['name']}"]["integrity"]
        if found != package["integrity"]:
            raise SystemExit(f"{package['name']} {package['version']} is not the one that was pinned: {found}")
        source = folder / "node_modules" / package["name"] / package["licence_in"]
        shutil.copyfile(source, HERE / f"LICENCE-{package['name'].rpartition('/')[2]}.txt")
    (folder / "entry.js").write_text(library["entry"], encoding="utf-8")
    program = str(folder / "node_modules" / "esbuild" / "bin" / "esbuild")
    options = ("--bundle", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=inline")
    _run(program, "entry.js", *options, "--define:require=undefined", "--outfile=made.js", cwd=folder)
    return _header(packages).encode() + (folder / "made.js").read_bytes()


def _header(packages: list[dict[str, str]]) -> str:
    named = "; ".join(f"{package['name']} {package['version']} ({package['licence']})" for package in packages)
    return f"// {named}. Licences are beside this file. Made by vendor.py; do not change it by hand.\n"


def _run(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    raise SystemExit(main())

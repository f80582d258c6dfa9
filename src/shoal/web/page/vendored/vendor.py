"""Makes the files of this folder anew from npm, exactly as vendored.json says: python vendor.py [--accept] [FILE …]

It needs npm and the network. A package whose content is not the one that was pinned is refused, and so is a library
that holds a package which the list does not name. Each library becomes one ES module by esbuild, not minified, so that
a visitor can read what runs on the page; data are copied as the package has them. With --accept, what came out is
written into the list: use it after a change of version only, and look at the difference.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LIST_FILE = HERE / "vendored.json"
OPTIONS = ("--bundle", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=inline")


def main(words: list[str]) -> int:
    """All libraries, or those whose files are named."""
    content = json.loads(LIST_FILE.read_text("utf-8"))
    accept, wanted = "--accept" in words, {word for word in words if word != "--accept"}
    for library in content["libraries"]:
        if wanted and library["file"] not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            _install(library, content["esbuild"], Path(folder), accept)
            made = (_bundle if "entry" in library else _copy)(library, Path(folder))
            licences = _licences(library, Path(folder))
        digest = hashlib.sha256(made).hexdigest()
        if digest != library["sha256"] and not accept:
            raise SystemExit(f"{library['file']} came out otherwise than vendored.json says: {digest}")
        library["sha256"] = digest
        (HERE / library["file"]).write_bytes(made)
        (HERE / library["licences"]).write_text(licences, encoding="utf-8")
    LIST_FILE.write_text(f"{json.dumps(content, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    return 0


def _install(library: dict[str, Any], esbuild: str, folder: Path, accept: bool) -> None:
    wanted = [f"{package['name']}@{package['version']}" for package in library["packages"]]
    _run("npm", "install", "--ignore-scripts", "--no-audit", "--prefix", str(folder), f"esbuild@{esbuild}", *wanted)
    locked = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    for package in library["packages"]:
        found = locked[f"node_modules/{package['name']}"]["integrity"]
        if found != package["integrity"] and not accept:
            raise SystemExit(f"{package['name']} {package['version']} is not the one that was pinned: {found}")
        package["integrity"] = found


def _bundle(library: dict[str, Any], folder: Path) -> bytes:
    (folder / "entry.js").write_text(library["entry"], encoding="utf-8")
    program = str(folder / "node_modules" / "esbuild" / "bin" / "esbuild")
    files = ("--define:require=undefined", "--outfile=made.js", "--metafile=made.json")
    _run(program, "entry.js", *OPTIONS, *files, cwd=folder)
    outputs = json.loads((folder / "made.json").read_text("utf-8"))["outputs"]["made.js"]["inputs"]
    used = {_package_of(path) for path, part in outputs.items() if part["bytesInOutput"] > 0} - {""}
    named = {package["name"] for package in library["packages"] if "inside" not in package}  # a copy inside another one
    if used != named:
        raise SystemExit(f"{library['file']} holds {sorted(used)}, but vendored.json names {sorted(named)}")
    return _header(library["packages"]).encode() + (folder / "made.js").read_bytes()


def _package_of(path: str) -> str:
    """The package of a bundled file; of a package inside another one, the whole way, which no list names."""
    _, _, inside = path.partition("node_modules/")
    name, _, deeper = inside.partition("/node_modules/")
    return inside if deeper else "/".join(name.split("/")[: 2 if name.startswith("@") else 1])


def _copy(library: dict[str, Any], folder: Path) -> bytes:
    source = folder / "node_modules" / str(library["packages"][0]["name"]) / str(library["copy"])
    return source.read_bytes()


def _licences(library: dict[str, Any], folder: Path) -> str:
    """The licences of all packages of a library, one after the other."""
    texts = []
    for package in library["packages"]:
        own = (folder / "node_modules" / package["name"] / package["licence_in"]).read_text("utf-8").strip()
        texts.append(f"{package['name']} {package['version']}: {package['licence']}\n\n{own}\n")
    return f"\n{'-' * 80}\n\n".join(texts)


def _header(packages: list[dict[str, str]]) -> str:
    named = "; ".join(f"{package['name']} {package['version']} ({package['licence']})" for package in packages)
    return f"// {named}. Licences are beside this file. Made by vendor.py; do not change it by hand.\n"


def _run(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

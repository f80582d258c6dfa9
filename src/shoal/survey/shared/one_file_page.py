"""A page in one file, which works from a disk: its style sheets and modules are put into the HTML.

A browser loads no module from a disk, so every module becomes a function that returns what it exports, in one script.
The policy in the page names the SHA-256 of this script: no other one runs, whatever gets into the page.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files as package_files

FOLDERS = (("shoal.survey", "browser"), ("shoal.web", "page"))  # later ones have what all pages share
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w./-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
STYLE = re.compile(r'[ ]*<link rel="stylesheet" href="(?:respondent/)?([\w-]+\.css)">\n')
ICON = re.compile(r'[ ]*<link rel="icon"[^>]*>\n')
SCRIPT = re.compile(r'<script type="module" src="(?:respondent/)?([\w-]+\.js)"></script>')
DATA = re.compile(r'(<script type="application/json" id="\w+">)(</script>)')
HEAD = '<meta charset="utf-8">\n'
ENDS = ("</script", "<!--")  # what would end a script early, or hide its end


def one_file_page(name: str, data: str = "", connect: Sequence[str] = ()) -> str:
    """A page of `survey/browser` with everything that it needs, and with this JSON; it may reach these origins only."""
    page = browser_file(name)
    styles = "".join(browser_file(style) for style in STYLE.findall(page))
    found = SCRIPT.search(page)
    if found is None:
        raise RuntimeError(f"The page {name} has no script.")
    script = one_script(found[1])
    policy = _policy(styles, script, connect)
    # Inside a script element nothing may look like its end; in JSON every < can be written as an escape.
    safe = data.replace("<", "\\u003c")
    page = ICON.sub("", STYLE.sub("", page))
    head, end, rest = page.partition("</head>")
    head = head.replace(HEAD, f'{HEAD}<meta http-equiv="Content-Security-Policy" content="{policy}">\n')
    # The data last: nothing in it is taken for a part of the page.
    rest = SCRIPT.sub(lambda _: f'<script type="module">{script}</script>', rest)
    before, tag, after = _around_data(rest)
    return f"{head}<style>{styles}</style>\n{end}{before}{tag}{safe}{after}"


def _around_data(page: str) -> tuple[str, str, str]:
    found = DATA.search(page)
    if found is None:
        raise RuntimeError("The page has no place for a survey.")
    return page[: found.start()], found[1], page[found.end(1) :]


def one_script(entry: str) -> str:
    """A module and all that it imports, as one module without imports."""
    made: dict[str, str] = {}
    _add(entry, made, is_entry=True)
    script = "".join(made.values())
    if any(end in script for end in ENDS):
        raise RuntimeError("A module holds signs that end a script.")
    return script


def _add(path: str, made: dict[str, str], is_entry: bool = False) -> None:
    """The modules that this one imports, then this one."""
    source = browser_file(path)
    folder = path.rpartition("/")[0]
    imported = [(names, f"{folder}/{other}" if folder else other) for names, other in IMPORT.findall(source)]
    for _, other in imported:
        if other not in made:
            _add(other, made)
    taken = "".join(f"const {{{names.replace(' as ', ': ')}}} = {_name(other)};\n" for names, other in imported)
    exported = EXPORT.findall(source) + [name for names in EXPORT_LIST.findall(source) for name in names.split(",")]
    body = taken + EXPORT_LIST.sub("", EXPORT.sub("", IMPORT.sub("", source)))
    own = ", ".join(name.strip() for name in exported)
    made[path] = body if is_entry else f"const {_name(path)} = (() => {{\n{body}\nreturn {{ {own} }};\n}})();\n"


def _name(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _policy(styles: str, script: str, connect: Sequence[str]) -> str:
    reached = " ".join(connect) if connect else "'none'"
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(styles)}'; connect-src {reached}; "
        "form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'"
    )


def _hash(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def browser_file(path: str) -> str:
    """A file of the pages, from the folder of the survey or from that of all pages."""
    for package, folder in FOLDERS:
        found = package_files(package).joinpath(folder, *path.split("/"))
        if found.is_file():
            return found.read_text("utf-8")
    raise RuntimeError(f"The page needs {path}, which is not there.")

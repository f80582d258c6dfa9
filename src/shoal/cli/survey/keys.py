"""shoal keys: a pair of keys for signing specifications."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_summary


@guarded
def keys(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The files are NAME.key and NAME.pub.")],
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make a pair of keys (Ed25519) to sign specifications with.

    Sign with NAME.key and publish NAME.pub. Keep NAME.key secret: anyone who
    has it can sign in your name. Existing files are not replaced.

    Example:  shoal keys survey
    """
    from shoal.survey.specification.signing import as_in_file, make_keys, public_key

    private, public = make_keys(name)
    facts = {"private_key": str(private), "public_key": str(public), "base64": as_in_file(public_key(public))}
    if as_json:
        say_json(facts)
    elif not quiet:
        rows = [("keep to yourself", str(private)), ("publish", str(public)), ("public key", facts["base64"])]
        say_summary("A new pair of keys.", rows)

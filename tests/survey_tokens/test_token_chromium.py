"""A page in a real browser fetches its token from a real issuer of another origin, under a strict policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from token_toys import SURVEY, RunningIssuer

from shoal.blind_signatures.key_pairs import jwk_of
from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.survey.shared.one_file_page import browser_file
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.invitations import Invitations
from shoal.survey.tokens.issuer_keys import public_key
from shoal.survey.tokens.token import check_token

FETCHED = """async ([survey, issuer, url, invitation]) => {
  const tokens = await import("/shoal-tokens.js");
  const request = await tokens.newRequest(survey, issuer);
  const answers = [];
  for (const blinded of [request.blinded, request.blinded, (await tokens.newRequest(survey, issuer)).blinded]) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ invitation, blinded });
    const answer = await fetch(`${url}/tokens`, { method: "POST", headers, body, credentials: "omit" });
    answers.push([answer.status, await answer.json()]);
  }
  const token = await tokens.finishedToken(request, issuer, answers[0][1].blind_signature);
  return { token, id: await tokens.tokenId(token), statuses: answers.map(([status]) => status) };
}"""


@contextmanager
def page_server(policy: str) -> Iterator[str]:
    """The page and its modules, as a repository would serve them; the browser trusts no answer that a test made up."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            module = self.path.endswith(".js")
            content = browser_file(self.path[1:]).encode() if module else b"<!doctype html><title>Survey</title>"
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if module else "text/html")
            self.send_header("Content-Security-Policy", policy)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.slow
def test_a_page_in_chromium_gets_one_token(key_files: tuple[Path, Path], tmp_path: Path, browser: Any) -> None:
    public = public_key(key_files[1])
    (code,) = new_codes(1)
    Invitations.created(tmp_path / "issuer.db", public).add([code])
    issuer = RunningIssuer(key_files[0], tmp_path / "issuer.db")
    policy = f"default-src 'none'; script-src 'self'; connect-src {issuer.base}; require-trusted-types-for 'script'"
    page = browser.new_page()
    try:
        with page_server(policy) as address:
            page.goto(address)
            found = page.evaluate(FETCHED, [SURVEY, jwk_of(public), issuer.base, code])
    finally:
        page.close()
        issuer.stop()
    assert found["statuses"] == [200, 200, 409]
    secret = bytes_of(found["token"].pop("secret"), "The secret")
    checked = check_token(SURVEY, public, found["token"])
    assert checked.id == found["id"] and checked.is_owned_with(secret)

"""A survey's digest, and the way of one token."""

from __future__ import annotations

import hashlib
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign
from shoal.blind_signatures.plain_bytes import base64url
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.token import Token

SURVEY = hashlib.sha256(b"a survey").hexdigest()
OTHER_SURVEY = hashlib.sha256(b"another survey").hexdigest()


def token_of(key: BlindPrivateKey, survey: str = SURVEY) -> Token:
    request = TokenRequest.of(survey, key.public)
    return request.token(blind_sign(key, request.blinded))


def body_of(code: str, request: TokenRequest) -> dict[str, str]:
    return {"invitation": code, "blinded": base64url(request.blinded)}


class RunningIssuer:
    """`shoal tokens serve` in a process of its own, with everything that it says."""

    def __init__(self, key_file: Path, list_file: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "shoal", "tokens", "serve", "--key", str(key_file)]
        self._command += ["--list", str(list_file), "--port", str(self.port)]
        self.output = ""
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(600):
            try:
                httpx.get(f"{self.base}/health/live")
            except httpx.TransportError:
                assert self._process.poll() is None, self._process.communicate()[0]
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the issuer did not start")

    def stop(self, by: int = signal.SIGTERM) -> None:
        self._process.send_signal(by)
        self.output += self._process.communicate(timeout=30)[0]

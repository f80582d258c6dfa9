"""A browser, a synthetic city, and an ear on the line between page and service."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

NUMBER = re.compile(r"-?\d+\.\d+")
METRE = 1e-5  # degrees, about
CHUNK = 65536


def city(n_homes: int, seed: int, *, latitude: float = 40.72, longitude: float = -73.98) -> NDArray[np.float64]:
    """Homes of a centre and two suburbs: (homes, latitude and longitude), with all their decimals."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0], [0.12, 0.08], [-0.1, -0.12]])
    scatter = rng.normal(scale=0.025, size=(n_homes, 2))
    homes = np.array([latitude, longitude]) + centres[rng.choice(3, n_homes, p=[0.6, 0.25, 0.15])] + scatter
    homes[:, 1] = (homes[:, 1] + 180.0) % 360.0 - 180.0
    return homes


def directory(homes: NDArray[np.float64]) -> bytes:
    """The homes as a CSV file for bulk sign-up."""
    return "\n".join(["latitude,longitude", *(f"{up!r},{across!r}" for up, across in homes.tolist())]).encode()


def homes_told(text: str, homes: NDArray[np.float64]) -> list[str]:
    """Where a text tells an exact home: its digits, or two figures in a row within a metre of it. Empty: nowhere."""
    found = [
        digits for digits in (f"{value:.12f}"[:-6] for value in np.abs(homes).ravel().tolist()) if f"{digits}" in text
    ]
    figures = np.array([float(word) for word in NUMBER.findall(text)])
    if len(figures) < 2:
        return found
    pairs = np.unique(np.column_stack([figures[:-1], figures[1:]]), axis=0)
    for order in (homes, homes[:, ::-1]):
        distance, _ = KDTree(order).query(pairs)
        found += [str(pair) for pair in pairs[distance < METRE].tolist()]
    return found


@dataclass
class Line:
    """A relay to a server that keeps every byte of both directions."""

    target: int
    port: int = 0
    asked: list[bytearray] = field(default_factory=list)
    answered: list[bytearray] = field(default_factory=list)
    cut: bool = False
    _ends: list[socket.socket] = field(default_factory=list)

    def open(self) -> Line:
        """Listen on a port of its own."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return self

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def requests(self) -> str:
        return "\n".join(stream.decode("utf-8", "replace") for stream in self.asked)

    @property
    def responses(self) -> str:
        return "\n".join(stream.decode("utf-8", "replace") for stream in self.answered)

    def request_lines(self) -> list[str]:
        return re.findall(r"^(?:GET|POST|PUT|DELETE|OPTIONS) .*? HTTP/1\.1", self.requests, re.MULTILINE)

    def break_off(self) -> None:
        """End every connection, and refuse new ones while `cut` is set."""
        self.cut = True
        for end in self._ends:
            _hang_up(end)
        self._ends.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            near, _ = listener.accept()
            if self.cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self._ends += [near, far]
            self.asked.append(bytearray())
            self.answered.append(bytearray())
            for source, sink, heard in ((near, far, self.asked[-1]), (far, near, self.answered[-1])):
                threading.Thread(target=_pass_on, args=(source, sink, heard), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket, heard: bytearray) -> None:
    with contextlib.suppress(OSError):  # the other end hung up
        while content := source.recv(CHUNK):
            heard += content
            sink.sendall(content)
    _hang_up(source)
    _hang_up(sink)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the other side may have been first
        end.shutdown(socket.SHUT_RDWR)


def children_of(process: int) -> Iterator[int]:
    """The processes that a process started, and theirs."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for word in task.read_text().split():
            yield int(word)
            yield from children_of(int(word))

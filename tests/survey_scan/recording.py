"""Somebody on the network: relays before the servers, which write down every byte, who sent it, and in which order."""

from __future__ import annotations

import itertools
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

CHUNK = 65_536


@dataclass
class Connection:
    """One connection of a client."""

    number: int  # the order of all connections to all relays
    address: str
    sent: bytearray = field(default_factory=bytearray)
    received: bytearray = field(default_factory=bytearray)


class Relay:
    """Passes everything on to a port of this machine, from the same address, and keeps a copy."""

    _numbers = itertools.count()

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self.connections: list[Connection] = []
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.base = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        self._socket.close()

    def sent(self) -> bytes:
        """Everything from clients."""
        return b"\n".join(bytes(each.sent) for each in self.connections)

    def received(self) -> bytes:
        """Everything from the server."""
        return b"\n".join(bytes(each.received) for each in self.connections)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, (address, _) = self._socket.accept()
                record = Connection(next(self._numbers), address)
                self.connections.append(record)
                server = socket.create_connection(self._target, source_address=(address, 0))
                for one, other, kept in ((client, server, record.sent), (server, client, record.received)):
                    threading.Thread(target=_pass_on, args=(one, other, kept), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket, kept: bytearray) -> None:
    with suppress(OSError):  # the other side has hung up
        while chunk := one.recv(CHUNK):
            kept += chunk
            other.sendall(chunk)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)

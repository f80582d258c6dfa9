"""Many submissions in one transaction: while one is being written, the next ones gather.

One transaction for each would wait for the disk each time. The queue is bounded, and it is the limit on how much can be
asked of the repository at once: whoever comes when it is full is asked to send the same again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from starlette.concurrency import run_in_threadpool

from shoal.survey.repository.answers import Submission, Taken
from shoal.survey.repository.problems import Busy

MOST_AT_ONCE = 200  # submissions in a transaction; as many as come in a second at the rate that is promised
MOST_WAITING = 2000  # about ten seconds of them


class Writing:
    """Hands submissions on in batches."""

    def __init__(self, take: Callable[[Sequence[Submission]], list[Taken]]) -> None:
        self._take = take
        self._waiting: list[tuple[Submission, asyncio.Future[Taken]]] = []
        self._come = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write; call it inside the event loop."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        while self._waiting:
            await self._write_some()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def put(self, submission: Submission) -> Taken:
        """What became of it, once that is on the disk."""
        if len(self._waiting) >= MOST_WAITING:
            raise Busy
        future: asyncio.Future[Taken] = asyncio.get_running_loop().create_future()
        self._waiting.append((submission, future))
        self._come.set()
        return await future

    async def _run(self) -> None:
        while True:
            await self._come.wait()
            self._come.clear()
            while self._waiting:
                await self._write_some()

    async def _write_some(self) -> None:
        batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        try:
            taken = await run_in_threadpool(self._take, [submission for submission, _ in batch])
        except Exception as error:
            for _, future in batch:
                if not future.done():  # its sender may have hung up
                    future.set_exception(error)
            return
        for (_, future), result in zip(batch, taken, strict=True):
            if not future.done():
                future.set_result(result)

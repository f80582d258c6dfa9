"""One anonymiser and one provider for each module of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from loop_toys import Loop, started_loop


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loop]:
    made = started_loop(tmp_path_factory.mktemp("loop"))
    yield made
    made.provider.stop()
    made.anonymiser.stop()

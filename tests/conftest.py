"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shoal", deadline=None)  # how long an example takes says more about the machine than about us
settings.load_profile("shoal")

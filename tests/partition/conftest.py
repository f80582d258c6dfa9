"""Methods are found by their names in these tests, whichever of them runs alone: this import fills the registry."""

import shoal.partition.methods  # noqa: F401

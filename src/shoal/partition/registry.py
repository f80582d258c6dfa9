"""The methods by name. `methods.py` fills the registry; everything that reads a method's name asks here.

A method may itself begin with another one (``PCL(start="mdav")``, ``Best(start="pcl")``), so the registry stands below
all of them and knows none.
"""

from __future__ import annotations

from typing import cast

from shoal.errors import ParameterError, Setting
from shoal.partition.method_text import method_from
from shoal.partition.problem import Partitioner

METHODS: dict[str, type[Partitioner]] = {}  # by name, in the order in which they are listed to users


def register(*methods: type[Partitioner]) -> None:
    """Make these methods known under their names."""
    METHODS.update({method.name: method for method in methods})


def find_method(method: object) -> Partitioner:
    """The settings object behind words such as 'mdav' or 'vmdav(gain=1.1)'; settings objects pass through."""
    if isinstance(method, str):
        return method_from(method, METHODS)
    if isinstance(method, type):
        raise ParameterError(
            Setting("method"), f" is the class {method.__name__}; give an object, {method.__name__}(…), or a name."
        )
    if not isinstance(method, tuple(METHODS.values())):
        raise ParameterError(
            Setting("method"),
            f" must be a name or a settings object such as MDAV(), found {type(method).__name__}. Names: "
            f"{', '.join(METHODS)}.",
        )
    return cast(Partitioner, method)

"""Methods in words: read back as they are described, and every wrong spelling refused in words."""

from __future__ import annotations

import numpy as np
import pytest

import shoal
from shoal import MDAV, MST, PCL, VMDAV, Auto, MDAVStar, MuApprox, NoisyPCL, PowerDiagram, microaggregate
from shoal.cli.release.compare import split_methods
from shoal.errors import ParameterError
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("mdav", MDAV()),
        ("  mdav*  ", MDAVStar()),
        ("mdav()", MDAV()),
        ("auto: vmdav(gain=0.2)", VMDAV(gain=0.2)),
        ("mst(divider=md)", MST(divider="md")),
        ("pcl(sizes=[5,5,6])", PCL(sizes=[5, 5, 6])),
        ("pcl(shares=(0.25, .75,))", PCL(shares=[0.25, 0.75])),
        ("pcl(start=mdav)", PCL(start=MDAV())),
        ("pcl(start='mdav')", PCL(start=MDAV())),
        ("pcl(start=mdav*)", PCL(start=MDAVStar())),
        ("pcl(start = mu-approx, speed=0.5)", PCL(start=MuApprox(), speed=0.5)),
        ('pcl(start="mdav*")', PCL(start=MDAVStar())),
        ("pcl(start=vmdav(gain=1.1), iterations=3)", PCL(start=VMDAV(gain=1.1), iterations=3)),
        ("pcl(start='noisy-pcl(iterations=9)')", PCL(start=NoisyPCL(iterations=9))),
        ("pcl(start=pcl(start=stirred, starts=2))", PCL(start=PCL(start="stirred", starts=2))),
        ("pcl(start=auto)", PCL()),
        ("pcl(start=auto())", PCL(start=Auto())),
        ("pcl(levels=None, tolerance=+1e-3)", PCL(tolerance=1e-3)),
        ("vmdav(gain=\n1.5)", VMDAV(gain=1.5)),
    ],
)
def test_text_means_a_settings_object_and_its_description_means_it_too(text: str, meant: object) -> None:
    assert find_method(text) == meant
    assert find_method(describe(meant)) == meant  # type: ignore[arg-type]
    assert hash(find_method(text)) == hash(meant)


def test_descriptions_leave_out_what_is_not_given() -> None:
    assert describe(VMDAV(gain=1)) == "vmdav(gain=1.0)"
    assert describe(PCL(sizes=np.array([3, 4]), start=MDAVStar())) == (
        "pcl(start='mdav*', starts=1, sizes=[3, 4], speed=1.0, iterations=100, tolerance=0.0001)"
    )
    assert find_method(describe(PCL(tolerance=np.inf, starts=np.int64(2)))) == PCL(tolerance=np.inf, starts=2)  # type: ignore[arg-type]


def test_a_start_that_no_text_can_hold_is_named_and_refused() -> None:
    points = np.random.default_rng(0).standard_normal((20, 2))
    before = microaggregate(points, 4, method="mdav")
    after = microaggregate(points, 4, method=PCL(start=before))
    assert "start=<a Partition>" in after.method
    with pytest.raises(ParameterError, match="given a Partition as an object, which no text can hold"):
        find_method(after.method)
    assert "start=<a PowerDiagram>" in describe(PCL(start=PowerDiagram(points[:5], np.zeros(5))))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no method"),
        ("mdaf", "Did you mean 'mdav'"),
        ("vmdav(1.1)", "needs its name"),
        ("vmdav(**{'gain': 1})", "needs its name"),
        ("vmdav(gain=1.1", "There is no method"),
        ("vmdav(gain=)", "cannot be read"),
        ("vmdav(gain=1.1) + mdav()", "cannot be read|There is no method"),
        ("vmdav(gain=1)(gain=2)", "cannot be read"),
        ("vmdav(gain=1, gain=2)", "twice"),
        ("vmdav(speed=1)", "no setting 'speed'"),
        ("vmdav(gain=-1)", "at least 0"),
        ("vmdav(gain=1+1)", "must be a number, a word"),
        ("vmdav(gain=-word)", "must be a number, a word"),
        ("vmdav(gain=b'1')", "must be a number, a word"),
        ("vmdav(gain=x.y)", "must be a number, a word"),
        ("vmdav(gain=__import__('os').getcwd())", "must be a number, a word"),
        ("vmdav(gain=eval('1'))", "needs its name|There is no method"),
        ("pcl(start=noisy-pcl(iterations=3))", "in quotes"),
        ("pcl(start=nowhere)", "pcl: start must be one of auto, random, stirred, a method"),
        ("pcl(start=vmdav(speed=1))", "no setting 'speed'"),
        ("pcl(start=mdav, starts=3)", "only a fresh start"),
        ("pcl(start=" + "pcl(start=" * 2000 + ")" * 2001, "cannot be read"),
        ("pcl(sizes=[" + "1," * 600_000 + "])", "at most"),
        ("mdav(\0)", "cannot be read"),
    ],
)
def test_wrong_spellings_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words) as refusal:
        find_method(text)
    assert len(str(refusal.value)) < 600


def test_lists_of_methods_are_split_outside_brackets() -> None:
    assert split_methods("mdav, pcl(starts=3, start=vmdav(gain=1.1)),pcl(sizes=[5,5]), mdav*") == [
        "mdav",
        "pcl(starts=3, start=vmdav(gain=1.1))",
        "pcl(sizes=[5,5])",
        "mdav*",
    ]


def test_a_described_method_gives_the_same_cells() -> None:
    points = np.random.default_rng(1).standard_normal((60, 2))
    first = shoal.microaggregate(points, 4, method="pcl(start=vmdav(gain=1.1))", seed=2)
    again = shoal.microaggregate(points, 4, method=first.method, seed=2)
    np.testing.assert_array_equal(first.cell_of, again.cell_of)
    assert first.sizes.max() > first.sizes.min()  # the sizes are those of V-MDAV

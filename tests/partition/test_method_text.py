"""Methods in words: read back as they are described, and every wrong spelling refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import shoal
from shoal import MDAV, MST, PCL, VMDAV, Auto, Best, MDAVStar, MuApprox, NoisyPCL, PowerDiagram, microaggregate
from shoal.cli.release.compare import split_methods
from shoal.errors import ParameterError
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method
from shoal.partition.search.steps import HOT, LATER, WARM, Anneal, Choose, Recombine, Redesign


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
        ("best(steps=[])", Best(steps=())),
        ("best(steps=[recombine, recombine])", Best(steps=[Recombine(), Recombine()])),
        ("best(steps=['recombine', anneal(5)])", Best(steps=[Recombine(), Anneal(5)])),
        ("best(steps=(anneal(5, level=2), choose(.25),))", Best(steps=[Anneal(5, 2), Choose(0.25)])),
        ("best(steps=[anneal(level=2, trials=5)])", Best(steps=[Anneal(5, 2.0)])),
        ("best(start=mdav, steps=[anneal(9.5, batches=[3, 0])])", Best("mdav", [Anneal(9.5, batches=(3, 0))])),
        ("best(steps=[recombine(pivots=12)], diagram=True)", Best(steps=[Recombine(12)], diagram=True)),
        ("best(steps=[design(mdav), design('mdav*')])", Best(steps=[Redesign(MDAV()), Redesign("mdav*")])),
        ("best(steps=[design(pcl(starts=2, rounds=8))])", Best(steps=["design(pcl(starts=2, rounds=8))"])),
        ("best(steps=[design(best(steps=[anneal(5)]))])", Best(steps=[Redesign(Best(steps=[Anneal(5)]))])),
        ("auto: best(steps=[anneal(5)])", Best(steps=["anneal(5)"])),
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


@pytest.mark.parametrize(
    ("old", "steps"),
    [
        ("rounds=[500, 100.0]", [Anneal(500, HOT), Anneal(100, LATER)]),
        ("rounds=[500, 0, 100]", [Anneal(500, HOT), Recombine(), Anneal(100, WARM)]),
        ("rounds=[9, 0, 9, -0.25, 9]", [Anneal(9, HOT), Recombine(), Anneal(9), Choose(0.25), Anneal(9, LATER)]),
        ("rounds=[9, -1, 0]", [Anneal(9, HOT), Recombine()]),
        ("rounds=[9, 9, -2, 9]", [Anneal(9, HOT), Anneal(9, LATER), Anneal(9, HOT)]),
        ("rounds=[0.0]", []),
        ("rounds=[9, 8], batches=[3, 0]", [Anneal(9, HOT), Anneal(8, LATER, (3, 0))]),
        ("rounds=[9, 0, 8], pivots=70", [Anneal(9, HOT), Recombine(70), Anneal(8, WARM)]),
    ],
)
def test_rounds_of_the_first_version_are_read_and_told_as_steps(old: str, steps: list[Any]) -> None:
    meant = find_method(f"best(start=mdav, {old}, diagram=True)")
    assert meant == Best(start="mdav", steps=steps, diagram=True)
    assert "rounds" not in describe(meant)
    assert find_method(describe(meant)) == meant


def test_rounds_of_the_first_version_give_the_cells_of_their_steps() -> None:
    points = np.random.default_rng(1).standard_normal((60, 2))
    old = microaggregate(points, 3, method="best(start=mdav, rounds=[50, -1, 0, 50, -0.5, -2, 20])", seed=2)
    assert "rounds" not in old.method
    new = microaggregate(points, 3, method=old.method, seed=2)
    np.testing.assert_array_equal(old.cell_of, new.cell_of)
    begun = microaggregate(points, 3, method="best(start=mdav, rounds=[0.0])", seed=2)
    assert begun.method == "best(start=mdav, steps=[])"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("steps=5", "steps must be a list"),
        ("steps=recombine", "steps must be a list"),
        ("steps=[5]", "every step must be one of"),
        ("steps=[anneal]", "every step must be one of"),
        ("steps=[mdav]", "every step must be one of"),
        ("steps=[[recombine]]", "every step must be one of"),
        ("steps=[anneal(0)]", "trials must be a number above 0"),
        ("steps=[anneal(1e10)]", "trials must be a number above 0"),
        ("steps=[anneal(five)]", "trials must be a number above 0"),
        ("steps=[anneal(5, level=0)]", "level must be a positive number"),
        ("steps=[anneal(5, level=1e999)]", "level must be a positive number"),
        ("steps=[anneal(5, batches=[])]", "batches must be a list of whole numbers"),
        ("steps=[anneal(5, batches=[1.5])]", "batches must be a list of whole numbers"),
        ("steps=[anneal(5, batches=[-1])]", "batches must be a list of whole numbers"),
        ("steps=[anneal(5, batches=3)]", "batches must be a list of whole numbers"),
        ("steps=[anneal(5, 2)]", "needs its name"),
        ("steps=[anneal(5, trials=5)]", "twice"),
        ("steps=[anneal(5, heat=5)]", "no setting 'heat'"),
        ("steps=[choose(0)]", "share must be above 0"),
        ("steps=[choose(1.5)]", "share must be above 0"),
        ("steps=[recombine(pivots=-1)]", "pivots must be a whole number"),
        ("steps=[design(nowhere)]", "There is no method"),
        ("steps=[design(anneal(5))]", "found Anneal"),
        ("steps=[design(5)]", "found int"),
        ("rounds=[5], steps=[]", "steps or rounds, not both"),
        ("rounds=5", "rounds must be a list of numbers"),
        ("rounds=[five]", "rounds must be a list of numbers"),
        ("rounds=[-3]", "share must be above 0"),
        ("rounds=[1e999]", "trials must be a number"),
        ("batches=[3]", "Give rounds as well"),
        ("pivots=3", "Give rounds as well"),
        ("diagram=3", "diagram must be True or False"),
    ],
)
def test_wrong_steps_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        find_method(f"best({text})")


def test_steps_are_no_methods() -> None:
    for step in ("anneal(trials=5)", "recombine", "pcl(start=recombine)"):
        with pytest.raises(ParameterError, match=r"There is no method|start must be one of"):
            find_method(step)


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

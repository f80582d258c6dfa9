"""Every leaf of a file replaced by what does not belong there, with a true digest: loaded and usable, or refused."""

from __future__ import annotations

import copy
import json
import struct
import warnings
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from quantizer_toys import power_quantizer

import shoal
from shoal import Quantizer
from shoal.errors import ShoalError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.quantizer.files import json_form
from shoal.quantizer.files.binary_form import MAGIC
from shoal.quantizer.files.content import FORMAT, TYPES, Content
from shoal.quantizer.files.plain_json import is_plain
from shoal.quantizer.files.storage import says_quantizer
from shoal.quantizer.quantizer import quantizer_of

Path_ = tuple[str | int, ...]

NAN, ENDLESS = "\0NaN", "\0Infinity"  # placeholders: json would write them, but Python compares and copies them badly
STRANGE: list[Any] = [
    None, True, False, 0, -1, 2, 1.0, 0.5, -2.5, 1e308, -1e308, 1e-320, 10**400, -(10**400), 2**62, 2**63, 2**64 - 1,
    2**64, "", "x", "\ud800", "9", [], [[]], [1], ["a", "a"], [[[[1]]]], {}, {"a": 1}, NAN, ENDLESS,
]  # fmt: skip
WHOLE_NUMBERS = ("sizes", "rule_counts", "cell_of_record")  # arrays of them


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to everything in a JSON value, lists and objects themselves included; long lists by their ends."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for place in sorted({0, len(value) - 1}) if value else ():
            yield from leaves(value[place], (*path, place))


def replaced(whole: Any, path: Path_, by: Any) -> Any:
    changed = copy.deepcopy(whole)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = by
    return changed


def spelled(value: Any) -> str:
    return json.dumps(value).replace(json.dumps(NAN), "NaN").replace(json.dumps(ENDLESS), "Infinity")


def with_digest(whole: dict[str, Any]) -> dict[str, Any]:
    """With the digest of what it now says, if that has one; anybody who changes a file can compute a new one."""
    header = whole["header"]
    try:
        arrays = {
            item["name"]: np.array(whole["arrays"][item["name"]], dtype=TYPES[item["type"]])
            for item in header["arrays"]
        }
        plain = json.loads(spelled({name: value for name, value in header.items() if name != "digest"}))
        header["digest"] = Content(plain, arrays).digest
    except (ValueError, TypeError, KeyError, OverflowError, AttributeError):
        pass
    return whole


def binary(whole: dict[str, Any]) -> bytes:
    text = spelled(whole["header"]).encode()
    values = [
        np.array(array, dtype=np.int64 if name.endswith(WHOLE_NUMBERS) else np.float64).tobytes()
        for name, array in whole["arrays"].items()
    ]
    return MAGIC + struct.pack("<IQ", FORMAT, len(text)) + text + b"".join(values)


@pytest.fixture(scope="module")
def all_kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[pl.DataFrame, Quantizer]:
    """Every kind of attribute, strata, missing values with cells of their own."""
    folder = tmp_path_factory.mktemp("taxonomy")
    rng = np.random.default_rng(0)
    n_records = 96
    (folder / "towns.csv").write_text("value,parent\nn,land\ns,land\nw,land\n", encoding="utf-8")
    table = pl.DataFrame(
        {
            "age": rng.integers(18, 90, n_records),
            "born": [date(1950, 1, 1) + timedelta(days=int(days)) for days in rng.integers(0, 9000, n_records)],
            "sex": rng.choice(["f", "m", "x"], n_records),
            "level": rng.choice(["low", "mid", "high"], n_records),
            "town": rng.choice(["n", "s", "w"], n_records),
            "lat": rng.uniform(40, 42, n_records),
            "lon": rng.uniform(1, 3, n_records),
            "side": ["left", "right"] * (n_records // 2),
            "ill": rng.choice(["a", "b"], n_records),
        }
    ).with_columns(age=pl.when(pl.int_range(pl.len()) < 16).then(None).otherwise(pl.col("age")))
    made = shoal.anonymize(
        table,
        k=4,
        quasi_identifiers=["age", "born", "sex", "level", "town", "lat", "lon"],
        confidential=["ill"],
        by=["side"],
        types={"lat": "latitude", "lon": "longitude"},
        orders={"level": ["low", "mid", "high"]},
        taxonomies={"town": folder / "towns.csv"},
        missing="own-cell",
        method="mdav",
        seed=1,
    )
    return table, made.quantizer


def require_sound_or_refused(path: Path, use: Any) -> bool:
    """Whether the file was loaded; never anything but a worded refusal, and never a header that cannot be shown."""
    try:
        shown = Quantizer.inspect(path)
    except WrongUse:
        pass
    else:
        assert (shown["file"], shown["file_bytes"]) == (path.name, path.stat().st_size)
        json.dumps(shown, allow_nan=False, ensure_ascii=False).encode()
    try:
        loaded = Quantizer.load(path)
    except WrongUse:
        return False
    try:
        cell_of = use(loaded)
    except ShoalError as refusal:
        assert isinstance(refusal, WrongUse)
    else:
        assert cell_of.min() >= -1
        assert cell_of.max() < loaded.n_cells
    return True


def attacked(whole: dict[str, Any], folder: Path, use: Any, each: int) -> tuple[int, int]:
    """How many changed files were loaded, and how many refused. ``each``: how many of the strange things a leaf sees;
    they take turns, so that all come up.
    """
    n_loaded = n_refused = 0
    turns = cycle(STRANGE)
    for path in leaves(whole):
        for by in islice(turns, each):
            changed = replaced(whole, path, by)
            files = [folder / "m.json"]
            if len(path) > 1:
                with_digest(changed)
            files[0].write_text(spelled(changed), encoding="utf-8")
            if path[0] == "header" and len(path) > 1:
                files.append(folder / "m.shoalq")
                files[1].write_bytes(binary(changed))
            for file in files:
                is_loaded = require_sound_or_refused(file, use)
                n_loaded += is_loaded
                n_refused += not is_loaded
    return n_loaded, n_refused


@pytest.mark.slow
def test_a_table_s_quantizer_with_any_leaf_changed_is_usable_or_refused(
    all_kinds: tuple[pl.DataFrame, Quantizer], tmp_path: Path
) -> None:
    table, quantizer = all_kinds
    quantizer.save(tmp_path / "q.json", disclose=True)
    whole = json.loads((tmp_path / "q.json").read_text("utf-8"))

    def use(loaded: Quantizer) -> Any:
        with suppress(ShoalError):  # too few records in the cells of a changed file is a refusal too
            loaded.release(table, withhold=True)
        return loaded.assign(table)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        n_loaded, n_refused = attacked(whole, tmp_path, use, each=2)
    assert n_loaded > 10
    assert n_refused > 200


@pytest.mark.parametrize("kind", ["power", "neighbour table"])
def test_a_quantizer_of_points_with_any_leaf_changed_is_usable_or_refused(kind: str, tmp_path: Path) -> None:
    points, _, quantizer = power_quantizer()
    if kind == "neighbour table":
        points = np.random.default_rng(1).integers(0, 3, (40, 2)).astype(np.float64)
        crossed = shoal.Partition.from_cells(points, np.arange(40) % 8, method="crossed")
        quantizer = quantizer_of(points, crossed, KAnonymity(4))
    assert quantizer.kind == kind
    quantizer.save(tmp_path / "q.json", disclose=True)
    whole = json.loads((tmp_path / "q.json").read_text("utf-8"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        n_loaded, n_refused = attacked(whole, tmp_path, lambda loaded: loaded.assign_points(points), each=5)
    assert n_loaded > 10
    assert n_refused > 100


def test_what_is_changed_here_is_loaded_when_it_is_not_changed(
    all_kinds: tuple[pl.DataFrame, Quantizer], tmp_path: Path
) -> None:
    """Otherwise everything would be refused for the way it is written."""
    table, quantizer = all_kinds
    quantizer.save(tmp_path / "q.json", disclose=True)
    whole = with_digest(json.loads((tmp_path / "q.json").read_text("utf-8")))
    (tmp_path / "m.shoalq").write_bytes(binary(whole))
    (tmp_path / "m.json").write_text(spelled(whole), encoding="utf-8")
    for name in ("m.json", "m.shoalq"):
        loaded = Quantizer.load(tmp_path / name)
        assert loaded.digest == quantizer.digest
        assert loaded.assign(table).tolist() == quantizer.assign(table).tolist()


def float_shapes(header: dict[str, Any]) -> None:
    for item in header["arrays"]:
        item["shape"] = [float(length) for length in item["shape"]]


@pytest.mark.parametrize(
    "change",
    [
        float_shapes,
        lambda header: header["arrays"][0].update(shape=[2**63, 0]),
        lambda header: header["arrays"][0].update(shape=[10**400, 0]),
        lambda header: header.update(n_cells=float(header["n_cells"])),
        lambda header: header.update(k=float(header["k"])),
        lambda header: header.update(format=1.0),
        lambda header: header["blocks"][0].update(n_cells=float(header["blocks"][0]["n_cells"])),
        lambda header: header["origin"].update(n_records=float(header["origin"]["n_records"])),
        lambda header: header["origin"].update(forced_apart=header["origin"]["n_records"] + 1),
        lambda header: header["encoding"]["attributes"][0].update(scale=10**400),
        lambda header: header["encoding"]["attributes"][0].update(reference=10**400),
        lambda header: header["encoding"]["attributes"][0].update(weight=10**400),
        lambda header: header["encoding"]["attributes"][0].update(integer=True, reference=1e300),
        lambda header: header["origin"].update(method="\ud800"),
        lambda header: header["blocks"][0].update(void=[[[[[[[[[[[[[[[[[[["a"]]]]]]]]]]]]]]]]]]]),
    ],
)
def test_numbers_that_are_none_are_refused_in_both_forms(
    change: Any, all_kinds: tuple[pl.DataFrame, Quantizer], tmp_path: Path
) -> None:
    _, quantizer = all_kinds
    quantizer.save(tmp_path / "q.json", disclose=True)
    whole = json.loads((tmp_path / "q.json").read_text("utf-8"))
    change(whole["header"])
    with_digest(whole)
    (tmp_path / "m.shoalq").write_bytes(binary(whole))
    (tmp_path / "m.json").write_text(spelled(whole), encoding="utf-8")
    for name in ("m.json", "m.shoalq"):
        with pytest.raises(WrongUse):
            Quantizer.load(tmp_path / name)


def changed_file(folder: Path, change: Any) -> Path:
    _, _, quantizer = power_quantizer()
    path = folder / "q.json"
    quantizer.save(path)
    whole = json.loads(path.read_text("utf-8"))
    change(whole)
    path.write_text(spelled(with_digest(whole)), encoding="utf-8")
    return path


def test_sizes_that_wrap_around_do_not_sum_up(tmp_path: Path) -> None:
    def wrap(whole: dict[str, Any]) -> None:
        sizes = whole["arrays"]["sizes"]
        sizes[:4] = [2**62] * 4
        whole["header"]["origin"]["n_records"] = sum(sizes[4:])

    with pytest.raises(WrongUse, match="sum up"):
        Quantizer.load(changed_file(tmp_path, wrap))


def test_a_header_does_not_tell_the_name_of_its_file(tmp_path: Path) -> None:
    path = changed_file(tmp_path, lambda whole: whole["header"].update(file="official.json", form="x", file_bytes="x"))
    shown = Quantizer.inspect(path)
    assert (shown["file"], shown["form"], shown["file_bytes"]) == ("q.json", "json", path.stat().st_size)
    assert next(iter(shown)) == "file"


@pytest.mark.parametrize("by", [NAN, "\ud800", 10**400, [[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]])
def test_a_header_that_cannot_be_shown_is_not(by: Any, tmp_path: Path) -> None:
    path = changed_file(tmp_path, lambda whole: whole["header"].update(k=by))
    with pytest.raises(WrongUse, match="nothing to look at"):
        Quantizer.inspect(path)


def test_a_long_seed_is_told_and_computed_with_by_nobody(tmp_path: Path) -> None:
    path = changed_file(tmp_path, lambda whole: whole["header"]["origin"].update(seed=2**200))
    assert Quantizer.load(path).origin.seed == 2**200
    assert Quantizer.inspect(path)["origin"]["seed"] == 2**200


def test_plain_is_what_can_be_written_down_again() -> None:
    assert is_plain({"a": [1, 2.5, None, True, "ä", {"b": [2**64 - 1, -(2**63), 1e308]}]})
    for strange in (float("nan"), float("inf"), 2**64, -(2**63) - 1, "\udfff", {"\ud800": 1}, {1, 2}):
        assert not is_plain([strange])


def n_bytes_read() -> int:
    """By this process so far, as the system counts them."""
    counted = dict(line.split(": ") for line in Path("/proc/self/io").read_text("ascii").splitlines())
    return int(counted["rchar"])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="this system does not count what a process reads")
@pytest.mark.parametrize("padding", [0, 100_000])
def test_inspect_reads_the_header_of_a_huge_file_and_no_more(padding: int, tmp_path: Path) -> None:
    _, _, quantizer = power_quantizer()
    path = tmp_path / "q.json"
    quantizer.save(path)
    text = path.read_text("utf-8")
    text = text.replace('"method": "', '"method": "' + "é" * padding, 1)
    path.write_text(text.replace('"sizes": [', '"sizes": [' + "7, " * 3_000_000), encoding="utf-8")
    Quantizer.inspect(path)  # loads modules, which are files too
    before = n_bytes_read()
    assert Quantizer.inspect(path)["n_cells"] == quantizer.n_cells
    assert says_quantizer(path)
    n_read = n_bytes_read() - before
    assert 0 < n_read <= 4 * json_form.FIRST_BYTES + 4 * padding < path.stat().st_size

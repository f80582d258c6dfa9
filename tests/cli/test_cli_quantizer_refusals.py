"""What inspect, verify and apply refuse, in which words, and with which exit code."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people
from pyarrow import parquet

from shoal.errors import WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import quantizer_of


@pytest.fixture
def designed(tmp_path: Path) -> Path:
    people = write_people(tmp_path)
    table = pl.read_csv(people)
    table.with_columns(income=pl.col("income") + pl.int_range(len(table))).write_csv(people)  # no two alike
    made = anonymize(people, tmp_path / "release.csv", "--quantizer", tmp_path / "q.json", "--method", "pcl")
    assert made.exit_code == 0, made.output
    return tmp_path / "q.json"


def said(result: object) -> str:
    return " ".join(str(result.output).split())  # type: ignore[attr-defined]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_verify_refuses_files_without_records_or_with_ragged_rows(designed: Path, encoding: str) -> None:
    people = designed.with_name("people.csv").read_text("utf-8").splitlines()
    for lines, words in (
        (people[:1], "Error: now.csv holds no records."),
        ([*people, "grault,1"], "Error: now.csv has a row with 2 fields where the header has 7."),
    ):
        path = designed.with_name("now.csv")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        refused = shoal("verify", designed, path, "--encoding", encoding)
        assert refused.exit_code == 2
        assert said(refused).startswith(words)
        assert not any(canary in refused.output for canary in CANARIES)


@pytest.mark.parametrize("first", ["31,Xyzzy", "Xyzzy,Grault"], ids=["shape of a value", "words"])
def test_the_first_record_of_a_file_without_names_is_not_shown(tmp_path: Path, first: str) -> None:
    # verify listed the "columns" of such a file: they were somebody's values.
    table = pl.DataFrame({"age": np.arange(60), "town": ["here"] * 60})
    table.write_csv(tmp_path / "people.csv")
    made = shoal(
        "anonymize", tmp_path / "people.csv", "--k", 5, "--qi", "age", "--insensitive", "town", "--method", "pcl",
        "-o", tmp_path / "release.csv", "--quantizer", tmp_path / "q.json",
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    (tmp_path / "now.csv").write_text("\n".join([first, *(f"{age},here" for age in range(60))]) + "\n")
    for command in (
        ("verify", tmp_path / "q.json", tmp_path / "now.csv"),
        ("apply", tmp_path / "q.json", tmp_path / "now.csv", "-o", tmp_path / "out.csv"),
    ):
        refused = shoal(*command)
        assert refused.exit_code == 2, refused.output
        assert "Xyzzy" not in refused.output
        assert "Grault" not in refused.output


@pytest.mark.parametrize("kind", ["decimal256", "names twice"])
def test_parquet_that_polars_cannot_hold_is_refused_in_words(designed: Path, kind: str) -> None:
    arrow = pl.read_csv(designed.with_name("people.csv")).to_arrow()
    wide = pa.array([Decimal(1)] * len(arrow), pa.decimal256(60, 2))
    name = "wide" if kind == "decimal256" else arrow.column_names[0]
    parquet.write_table(arrow.append_column(name, wide), designed.with_name("now.parquet"))
    for command in (
        ("verify", designed, designed.with_name("now.parquet")),
        ("apply", designed, designed.with_name("now.parquet"), "-o", designed.with_name("out.parquet")),
    ):
        refused = shoal(*command)
        assert refused.exit_code == 2, refused.output
        assert said(refused).startswith("Error: now.parquet ")


@pytest.mark.parametrize("encoding", ["rot13", "base64"])
def test_codecs_that_are_none_of_text_are_refused(designed: Path, encoding: str) -> None:
    refused = shoal("verify", designed, designed.with_name("people.csv"), "--encoding", encoding)
    assert refused.exit_code == 2
    assert f"There is no --encoding '{encoding}'" in said(refused)


def test_controls_in_a_strangers_file_do_not_reach_the_terminal(designed: Path) -> None:
    content = json.loads(designed.read_text("utf-8"))
    content["header"]["origin"]["method"] = "pcl\x9b31m"
    designed.write_text(json.dumps(content), encoding="utf-8")
    told = shoal("inspect", designed, "--json")
    assert "\x9b" not in told.output


def test_apply_does_not_advise_options_that_it_lacks(designed: Path) -> None:
    table = pl.read_csv(designed.with_name("people.csv"))
    gaps = table.with_columns(age=pl.when(pl.int_range(pl.len()) % 20 == 1).then(None).otherwise(pl.col("age")))
    gaps.write_csv(designed.with_name("gaps.csv"))
    refused = shoal("apply", designed, designed.with_name("gaps.csv"), "-o", designed.with_name("out.csv"))
    assert refused.exit_code == 2
    assert said(refused) == (
        "Error: Quasi-identifier 'age' of gaps.csv is missing in 3 records, the first in row 2 (3 with the header). "
        "The cells were designed for records that all have it. Fill the gaps, or leave such records out."
    )


def test_keys_in_another_order_are_the_same_quantizer_to_all(designed: Path) -> None:
    table = designed.with_name("people.csv")
    whole = json.loads(designed.read_text("utf-8"))
    before = json.loads(shoal("inspect", designed, "--json").output)
    designed.write_text(json.dumps(whole, sort_keys=True), encoding="utf-8")
    assert designed.read_text("utf-8").startswith('{"arrays"')
    after = json.loads(shoal("inspect", designed, "--json").output)
    assert {**before, "file_bytes": 0} == {**after, "file_bytes": 0}
    assert shoal("verify", designed, table).exit_code == shoal("verify", designed).exit_code == 0
    assert shoal("apply", designed, table, "-o", table.with_name("out.csv"), "--withhold").exit_code == 0
    for strange in ('{"arrays": {}}', '{"arrays": {}, "header": 3}', '{"arrays": [', "[]"):
        designed.write_text(strange, encoding="utf-8")
        assert shoal("inspect", designed).exit_code == 2


def test_a_taxonomy_that_means_nothing_is_refused(designed: Path) -> None:
    points = np.repeat([[0.0, 0.0], [5.0, 1.0]], 4, axis=0)
    bare = designed.with_name("bare.json")
    quantizer_of(points, Partition.from_cells(points, np.arange(8) // 4, method="any"), KAnonymity(4)).save(bare)
    table = designed.with_name("points.csv")
    pl.DataFrame(points, schema=["x", "y"]).write_csv(table)
    assert shoal("verify", bare, table).exit_code == 0
    refused = shoal("verify", bare, table, "--taxonomy", "a=x.csv")
    assert refused.exit_code == 2
    assert said(refused) == ("Error: The quantizer was made from bare points, which have no taxonomy: leave it out.")
    for options in (("--taxonomy", "town=x.csv"), ("--encoding", "latin-1"), ("--delimiter", ";"), ("--na", "?")):
        refused = shoal("verify", designed, *options)
        assert refused.exit_code == 2
        assert said(refused) == (
            f"Error: {options[0]} is about a table, and none was given. Name the table, or leave it out."
        )


@pytest.mark.parametrize("damage", ["cut off", "digest", "format"])
def test_a_damaged_quantizer_is_exit_code_1_to_apply_as_to_verify(designed: Path, damage: str) -> None:
    text = designed.read_text("utf-8")
    changed = {
        "cut off": text[:-200],
        "digest": re.sub(r"sha256:[0-9a-f]{6}", "sha256:000000", text),
        "format": text.replace('"format": 1', '"format": 2'),
    }
    designed.write_text(changed[damage], encoding="utf-8")
    output = designed.with_name("out.csv")
    refused = shoal("apply", designed, designed.with_name("people.csv"), "-o", output)
    assert refused.exit_code == shoal("verify", designed).exit_code == 1
    assert said(refused).startswith("Error: q.json is not to be trusted. q.json ")
    assert said(refused).endswith("Nothing was written.")
    assert not output.exists()


@pytest.mark.parametrize(
    ("method", "advice"),
    [
        ("mdav", "to publish it, use a method with cell costs (best or pcl)."),
        ("pcl(start=random)", "to publish it, try another seed or the method best."),
        ("best(steps=[anneal(5)])", "to publish it, try another seed or the method pcl."),
    ],
)
def test_the_advice_is_never_the_method_that_was_used(method: str, advice: str, tmp_path: Path) -> None:
    points = np.random.default_rng(1).integers(0, 3, (40, 2)).astype(np.float64)
    crossed = Partition.from_cells(points, np.arange(40) % 8, method=method)
    quantizer = quantizer_of(points, crossed, KAnonymity(4))
    assert quantizer.kind == "neighbour table"
    with pytest.raises(WrongUse) as refusal:
        quantizer.save(tmp_path / "q.json")
    assert str(refusal.value).endswith(f"say disclose=True; {advice}")


def test_the_advice_on_rare_categories_is_about_them(tmp_path: Path) -> None:
    people = write_people(tmp_path)
    table = pl.read_csv(people)
    rare = table.with_columns(town=pl.when(pl.int_range(pl.len()) == 4).then(pl.lit("Xyzzy")).otherwise(pl.col("town")))
    rare.with_columns(income=pl.col("income") + pl.int_range(pl.len())).write_csv(people)
    roles = ("--qi", "age,income,town", "--id", "name", "--confidential", "diagnosis", "--insensitive", "region,weight")
    refused = anonymize(people, tmp_path / "r.csv", "--quantizer", tmp_path / "q.json", "--method", "pcl", roles=roles)
    assert refused.exit_code == 2
    assert said(refused).endswith(
        "say --disclose; to publish it, merge rare categories, or give their columns an order or a taxonomy."
    )

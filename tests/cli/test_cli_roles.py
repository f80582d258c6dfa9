"""From a strange table to a release by way of a proposal: a steward who trusts it must not publish people.

Story: `shoal roles` called sex, height, weight, cost and admission of a German hospital confidential, and the release
stood under a green "Kept" while all 3,000 patients were unique on what was published.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli_toys import shoal
from german_hospital import N_PATIENTS, write_hospital

import shoal as library
from shoal.errors import RolesError
from shoal.journey import repeat

NAIVE = {  # what the first version proposed
    "identifying": ["Fall-ID", "Name"],
    "quasi_identifying": ["Geburtsdatum", "PLZ"],
    "confidential": [
        "Geschlecht", "Größe (cm)", "Gewicht (kg)", "Diagnose", "Kosten (€)", "Aufnahme", "Raucher",
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def hospital(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_hospital(tmp_path_factory.mktemp("hospital"))


def naive_roles(folder: Path) -> Path:
    lines = ["[reading]", 'delimiter = ";"']
    for role, names in NAIVE.items():
        lines += [f'[columns."{name}"]\nrole = "{role}"' for name in names]
    path = folder / "naive.toml"
    path.write_text("\n".join(lines).replace('[columns."PLZ"]\n', '[columns."PLZ"]\ntype = "nominal"\n'), "utf-8")
    return path


def proposal_of(hospital: Path, folder: Path) -> tuple[Path, Any]:
    roles = folder / "rollen.toml"
    result = shoal("roles", hospital, "--delimiter", ";", "-o", roles)
    assert result.exit_code == 0, result.stderr
    return roles, result


def test_the_proposal_for_the_hospital_is_sound(hospital: Path, tmp_path: Path) -> None:
    roles, result = proposal_of(hospital, tmp_path)
    content = tomllib.loads(roles.read_text("utf-8"))
    role = {name: said["role"] for name, said in content["columns"].items()}
    assert content["reading"] == {"delimiter": ";"}
    assert {name for name in role if role[name] == "identifying"} == {"Fall-ID", "Name"}
    assert {name for name in role if role[name] == "confidential"} == {"Diagnose", "Raucher"}
    hidden = {"Geburtsdatum", "PLZ", "Geschlecht", "Größe (cm)", "Gewicht (kg)", "Aufnahme", "Kosten (€)"}
    assert {name for name in role if role[name] == "quasi_identifying"} == hidden
    assert [name for name, said in content["columns"].items() if "unjudged" in said] == ["Kosten (€)"]
    assert content["columns"]["PLZ"]["type"] == "nominal"
    assert "'Kosten (€)'" in result.stderr
    assert "Muster" not in roles.read_text("utf-8")


def test_the_hint_works_as_it_is_printed(hospital: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Story: the printed command did not know the delimiter, and failed."""
    roles, result = proposal_of(hospital, tmp_path)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(result.stderr.split("Then:")[1])
    unread = shoal(*words[1:])
    assert unread.exit_code == 2
    assert "'Kosten (€)'" in unread.stderr and "--accept-proposal" in unread.stderr
    assert not Path("release").exists()
    roles.write_text(roles.read_text("utf-8").replace("unjudged = true\n", ""), "utf-8")
    read = shoal(*words[1:], "--method", "mdav")
    assert read.exit_code == 0, read.stderr
    audited = shoal("audit", "release/release.csv", "--roles", roles, "--k", "5", "--json")
    assert audited.exit_code == 0, audited.stderr
    assert json.loads(audited.stdout)["k"] >= 5
    assert shoal("replay", "private-release/manifest.json").exit_code == 0


def test_an_identifying_release_does_not_look_safe(hospital: Path, tmp_path: Path) -> None:
    result = shoal("anonymize", hospital, "--k", 5, "--roles", naive_roles(tmp_path), "--method", "mdav", "-o",
                   f"{tmp_path}/out/", "--report", tmp_path / "r.txt")  # fmt: skip
    assert result.exit_code == 0, result.stderr
    screen = " ".join(result.stdout.split())
    assert "But 3,000 of 3,000 records are unique on all published columns." in screen
    facts = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    unique = facts["uniqueness"]
    released = pl.read_csv(tmp_path / "out" / "release.csv", separator=";", infer_schema=False)
    assert (
        unique["n_unique"] == released.group_by(released.columns).len().filter(pl.col("len") == 1).height == N_PATIENTS
    )
    assert unique["tier"] == "warning"
    assert unique["join_keys"] == ["Kosten (€)"]
    assert unique["together"] == ["Gewicht (kg)", "Größe (cm)"]
    alone = released.group_by(unique["together"]).len().filter(pl.col("len") == 1).height
    assert unique["n_unique_together"] == alone >= N_PATIENTS // 5
    assert "'Kosten (€)'" in facts["warnings"][0] and "join key" in facts["warnings"][0]
    first_lines = (tmp_path / "r.txt").read_text("utf-8")[:900]
    assert "3,000 of 3,000 records are unique" in first_lines
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert '<div class="verdict doubt">' in page
    assert page.index("3,000 of 3,000 records are unique") < page.index('class="tiles')


def test_an_ordinary_release_is_told_without_alarm(hospital: Path, tmp_path: Path) -> None:
    roles, _ = proposal_of(hospital, tmp_path)
    result = shoal("anonymize", hospital, "--k", 5, "--roles", roles, "--accept-proposal", "--method", "mdav", "-o",
                   f"{tmp_path}/out/", "--json")  # fmt: skip
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["uniqueness"]["tier"] == "information"
    assert facts["uniqueness"]["join_keys"] == facts["uniqueness"]["together"] == []
    assert 0 < facts["uniqueness"]["n_unique"] <= facts["uniqueness"]["n_below_k"] <= N_PATIENTS
    assert not any("unique" in warning or "join key" in warning for warning in facts["warnings"])
    assert '<div class="verdict">' in (tmp_path / "out" / "report.html").read_text("utf-8")


def test_an_accepted_proposal_is_on_record_and_can_be_repeated(hospital: Path, tmp_path: Path) -> None:
    roles, _ = proposal_of(hospital, tmp_path)
    with pytest.raises(RolesError, match="accept_proposal=True"):
        library.anonymize(hospital, k=5, roles=roles, method="mdav")
    release = library.anonymize(hospital, k=5, roles=roles, method="mdav", accept_proposal=True)
    paths = release.save(tmp_path / "out")
    manifest = json.loads(paths["manifest"].read_text("utf-8"))
    assert [role["name"] for role in manifest["roles"] if role.get("unjudged")] == ["Kosten (€)"]
    assert manifest["input"]["reading"]["delimiter"] == ";"
    assert repeat(paths["manifest"])[1]
    for role in manifest["roles"]:  # a manifest of the first version knows no such mark
        role.pop("unjudged", None)
    paths["manifest"].write_text(json.dumps(manifest), "utf-8")
    assert repeat(paths["manifest"])[1]


def test_accepting_needs_a_proposal(hospital: Path, tmp_path: Path) -> None:
    with pytest.raises(RolesError, match="none was given"):
        library.anonymize(hospital, k=5, quasi_identifiers="PLZ", delimiter=";", accept_proposal=True)


def test_reading_options_said_twice_must_agree(hospital: Path, tmp_path: Path) -> None:
    roles = naive_roles(tmp_path)
    for command in (["anonymize", hospital, "-o", tmp_path / "o.csv"], ["audit", hospital], ["compare", hospital]):
        result = shoal(*command, "--k", 5, "--roles", roles, "--delimiter", ",")
        assert result.exit_code == 2
        assert "naive.toml says under reading.delimiter" in result.stderr
    same = shoal("audit", hospital, "--roles", roles, "--delimiter", ";")
    assert same.exit_code == 0, same.stderr
    audit = library.audit(hospital, roles=roles)
    assert audit.quasi_identifiers == ("Geburtsdatum", "PLZ")
    assert [attribute.name for attribute in audit.confidential] == NAIVE["confidential"]
    with pytest.raises(RolesError, match="beside it"):
        library.audit(hospital, roles=roles, quasi_identifiers=["PLZ"])


def test_reading_options_are_about_text_files_only(hospital: Path, tmp_path: Path) -> None:
    roles = naive_roles(tmp_path)
    frame = library.table.table_of(hospital, delimiter=";").native()
    frame.write_parquet(tmp_path / "klinik.parquet")
    for table in (tmp_path / "klinik.parquet", frame):
        assert library.audit(table, roles=roles).n_records == N_PATIENTS


@pytest.mark.parametrize("text", ["[reading]\ndelimiter = 5\n", '[reading]\ndecimal = ","\n', '[reading]\nna = "?"\n'])
def test_wrong_reading_options_are_refused_by_name(text: str, hospital: Path, tmp_path: Path) -> None:
    (tmp_path / "roles.toml").write_text(text + '[columns.PLZ]\nrole = "quasi_identifying"\n')
    result = shoal("audit", hospital, "--roles", tmp_path / "roles.toml")
    assert result.exit_code == 2
    assert "reading" in result.stderr

"""What the names of columns say, in the languages of Europe, and what is proposed for whole tables of them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import numpy as np
import polars as pl
import pytest

from shoal.table import Role, propose_roles, table_of
from shoal.table.roles.column_words import meanings_of, name_words

LANGUAGES = ["en", "de", "fr", "es", "ca", "pt", "it", "nl", "pl", "cs", "sv", "da", "no", "fi", "hu", "ro", "el"]
IN_EVERY_LANGUAGE = [
    "name", "contact", "address", "sex", "age", "birth_date", "postcode", "place", "height", "body_weight",
    "nationality", "profession", "marital_status", "education", "income", "religion", "language", "household",
    "event_date", "health", "habits", "money",
]  # fmt: skip
N = 200


def content() -> dict[str, dict[str, object]]:
    return tomllib.loads(files("shoal.table.roles").joinpath("column_words.toml").read_text("utf-8"))


def test_the_list_is_well_formed() -> None:
    for meaning, entry in content().items():
        assert set(entry) <= {"role", "if_distinct", *LANGUAGES}, meaning
        assert entry.get("role", "weight") in [role.value for role in Role]
        for language in set(entry) & set(LANGUAGES):
            words = entry[language]
            assert isinstance(words, list) and len(words) == len(set(words)), (meaning, language)
            for word in words:
                assert word == word.strip() and not ("=" in word and "*" in word)
                assert "*" not in word or len(word) >= 4, "a short beginning or end would be found everywhere"


@pytest.mark.parametrize("meaning", IN_EVERY_LANGUAGE)
def test_what_matters_most_is_known_in_every_language(meaning: str) -> None:
    assert set(LANGUAGES) <= set(content()[meaning])


def test_a_word_is_found_in_every_spelling_of_its_own() -> None:
    """Each word of the list, written as column names are, has its meaning."""
    for meaning, entry in content().items():
        for language in set(entry) & set(LANGUAGES):
            for word in entry[language]:  # type: ignore[attr-defined]
                if "*" in word:
                    continue
                plain = word.removeprefix("=")
                for name in (
                    plain,
                    plain.upper(),
                    plain.replace(" ", "_"),
                    plain.title().replace(" ", ""),
                    f"{plain} 2",
                ):
                    assert meaning in meanings_of(name).sure, (meaning, language, name)


@pytest.mark.parametrize(
    ("names", "meaning"),
    [
        (("Größe (cm)", "Groesse", "GROSSE", "Körpergröße_cm"), "height"),
        (("Geburtsdatum", "GEBURTSDATUM", "fecha_nacimiento", "FechaNacimiento", "date de naissance"), "birth_date"),
        (
            ("PLZ", "plz5", "code postal", "CodePostal", "code_postal", "Kod pocztowy", "PSČ", "Irányítószám"),
            "postcode",
        ),
        (("ΦΥΛΟ", "Fylo", "Płeć", "plec", "Köngrupp kön", "kjønn", "kjonn", "kjoenn"), "sex"),
        (("État civil", "ETAT_CIVIL", "Estado civil", "Familienstand", "civilstånd", "civilstaand"), "marital_status"),
        (("Netto-Einkommen", "Haushaltsnettoeinkommen", "Årsinkomst"), "income"),
    ],
)
def test_spellings(names: tuple[str, ...], meaning: str) -> None:
    for name in names:
        assert meaning in meanings_of(name).sure, name


def test_the_longer_word_decides() -> None:
    assert meanings_of("phone number").sure == {"contact"}
    assert meanings_of("number_of_children").sure == {"count", "household"}
    assert meanings_of("Postnummer").sure == {"postcode"}  # not just any word in -nummer
    assert "name" not in meanings_of("country_name").sure
    assert meanings_of("birth_date").sure == {"birth_date"}


def test_plain_names_are_split_as_ever() -> None:
    assert name_words("person_id") == name_words("PersonID") == name_words("person id") == ["person", "id"]
    assert name_words("Größe (cm)") == ["grosse", "cm"]


PATIENT, SURNAME, BIRTH, SEX, POSTCODE, HEIGHT, JOB, DIAGNOSIS, SMOKER, MYSTERY = range(10)
HEADERS = {
    "en": ["Case ID", "Surname", "Date of birth", "Sex", "Postcode", "Height", "Occupation", "Diagnosis",
           "Smoker", "Xyz"],
    "fr": ["N° dossier", "Nom", "Date de naissance", "Sexe", "Code postal", "Taille (cm)", "Profession", "Diagnostic",
           "Fumeur", "Xyz"],
    "es": ["Historia clínica", "Apellidos", "Fecha de nacimiento", "Sexo", "Código postal", "Talla", "Profesión",
           "Diagnóstico", "Fumador", "Xyz"],
    "it": ["Cartella clinica", "Cognome", "Data di nascita", "Sesso", "CAP", "Altezza", "Professione", "Diagnosi",
           "Fumatore", "Xyz"],
    "pl": ["Numer", "Nazwisko", "Data urodzenia", "Płeć", "Kod pocztowy", "Wzrost", "Zawód", "Rozpoznanie",
           "Palacz", "Xyz"],
    "fi": ["Tunniste", "Sukunimi", "Syntymäaika", "Sukupuoli", "Postinumero", "Pituus (cm)", "Ammatti", "Diagnoosi",
           "Tupakointi", "Xyz"],
    "el": ["Αριθμός φακέλου", "Επώνυμο", "Ημερομηνία γέννησης", "Φύλο", "Ταχυδρομικός κώδικας", "Ύψος", "Επάγγελμα",
           "Διάγνωση", "Καπνιστής", "Xyz"],
}  # fmt: skip


@pytest.mark.parametrize("language", HEADERS)
def test_a_table_of_patients_in_another_language(language: str) -> None:
    rng = np.random.default_rng(11)
    values = {
        PATIENT: np.arange(N) + 4000,
        SURNAME: [f"Q{row % 150}" for row in range(N)],
        BIRTH: pl.Series(rng.integers(0, 20_000, N), dtype=pl.Int32).cast(pl.Date),
        SEX: [("a", "b")[row % 2] for row in range(N)],
        POSTCODE: 1000 + rng.integers(0, 9, N),
        HEIGHT: rng.normal(170, 9, N).round(1),
        JOB: [("p", "q", "r")[row % 3] for row in range(N)],
        DIAGNOSIS: [("u", "v", "w", "x")[row % 4] for row in range(N)],
        SMOKER: rng.integers(0, 2, N).astype(bool),
        MYSTERY: rng.integers(0, 5, N),
    }
    header = HEADERS[language]
    table = table_of(pl.DataFrame({header[place]: column for place, column in values.items()}))
    columns = tomllib.loads(propose_roles(table))["columns"]
    role = {place: columns[name]["role"] for place, name in enumerate(header)}
    assert [role[place] for place in (PATIENT, SURNAME)] == ["identifying"] * 2
    assert [role[place] for place in (BIRTH, SEX, POSTCODE, HEIGHT, JOB)] == ["quasi_identifying"] * 5
    assert [role[place] for place in (DIAGNOSIS, SMOKER)] == ["confidential"] * 2
    assert columns[header[POSTCODE]]["type"] == "nominal"
    assert columns[header[MYSTERY]] == {"role": "quasi_identifying", "type": "integer", "unjudged": True}
    assert [name for name, said in columns.items() if "unjudged" in said] == [header[MYSTERY]]


def proposed(**columns: object) -> dict[str, dict[str, object]]:
    return tomllib.loads(propose_roles(table_of(pl.DataFrame(columns))))["columns"]


def test_a_weight_is_that_of_a_body_or_of_a_record() -> None:
    rng = np.random.default_rng(2)
    kilos, factors, row = rng.normal(75, 12, N).round(1), rng.uniform(0.4, 2.5, N), np.arange(N) % 7
    assert proposed(age=row, **{"Gewicht (kg)": kilos})["Gewicht (kg)"] == {
        "role": "quasi_identifying",
        "type": "numeric",
    }
    beside_height = proposed(weight=kilos, height=kilos + 100)["weight"]
    assert beside_height == {"role": "quasi_identifying", "type": "numeric"}
    assert proposed(age=row, weight=kilos)["weight"] == {
        "role": "quasi_identifying",
        "type": "numeric",
        "unjudged": True,
    }
    assert proposed(age=row, weight=factors)["weight"] == {"role": "weight", "unjudged": True}
    assert proposed(age=row, sample_weight=factors)["sample_weight"] == {"role": "weight"}
    assert proposed(age=row, poids=kilos)["poids"]["role"] == "quasi_identifying"


@pytest.mark.parametrize("name", ["household_id", "hhid", "Haushaltsnummer", "id_hogar", "numéro de ménage"])
def test_numbers_of_households_are_proposed_as_such(name: str) -> None:
    """They were proposed as identifying: then k counts records, and a class can be one family."""
    homes = np.arange(N) // 3
    assert proposed(age=np.arange(N) % 9, **{name: homes})[name] == {"role": "household"}
    assert proposed(age=np.arange(N) % 9, **{name: np.arange(N)})[name] == {"role": "identifying"}
    gaps = [None if at == 7 else int(home) for at, home in enumerate(homes)]
    assert proposed(age=np.arange(N) % 9, **{name: gaps})[name] == {"role": "identifying"}


@pytest.mark.parametrize("name", ["household", "famille", "hogar", "haushalt"])
def test_a_word_for_household_is_its_number_if_few_records_share_a_value(name: str) -> None:
    assert proposed(age=np.arange(N) % 9, **{name: np.arange(N) // 3})[name] == {"role": "household", "unjudged": True}
    assert proposed(age=np.arange(N) % 9, **{name: np.arange(N) % 6})[name]["role"] == "quasi_identifying"


def test_one_column_of_households_is_proposed() -> None:
    said = proposed(age=np.arange(N) % 9, family_id=np.arange(N) // 2, household_id=np.arange(N) // 4)
    assert said["household_id"] == {"role": "household"}
    assert said["family_id"] == {"role": "identifying", "unjudged": True}


def test_other_numbers_that_few_records_share_are_identifying() -> None:
    assert proposed(age=np.arange(N) % 9, account_id=np.arange(N) // 3)["account_id"] == {"role": "identifying"}
    assert proposed(age=np.arange(N) % 9, region_id=np.arange(N) % 5)["region_id"]["role"] == "quasi_identifying"


def test_confidential_numbers_of_ones_own_are_hidden_until_judged() -> None:
    rng = np.random.default_rng(3)
    precise = proposed(age=np.arange(N) % 9, cost=rng.gamma(2, 1500, N).round(2))["cost"]
    assert precise == {"role": "quasi_identifying", "type": "numeric", "unjudged": True}
    assert proposed(age=np.arange(N) % 9, cost=rng.integers(1, 9, N) * 1000)["cost"] == {"role": "confidential"}


def test_a_name_that_says_two_things_is_not_decided() -> None:
    said = proposed(age_at_diagnosis=np.arange(N) % 40, sex=np.arange(N) % 2)["age_at_diagnosis"]
    assert said == {"role": "quasi_identifying", "type": "integer", "unjudged": True}

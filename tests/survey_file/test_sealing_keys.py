"""Key files and trustees: enough of the right parts open a key, and everything else is refused in words."""

from __future__ import annotations

import json
import stat
import unicodedata
from itertools import combinations
from pathlib import Path

import pytest
from sealing_toys import BOUND, SECRET

from shoal.errors import ParameterError, ShoalError, WriteError, WrongUse
from shoal.survey.sealing.envelope import seal, unseal
from shoal.survey.sealing.key_files import (
    KeyPaths,
    make_answer_keys,
    open_answer_key,
    public_key_of_file,
    read_answer_key,
)
from shoal.survey.sealing.suite import key_text
from shoal.survey.sealing.trustees import Part, read_part

ACCENTS = "Grüße an alle Bäume heute"
WORDS = "correct horse battery staple"


def parts_of(paths: KeyPaths) -> list[Part]:
    return [read_part(path) for path in paths.parts]


def opens(paths: KeyPaths, **how: object) -> bool:
    """Whether the key opens what was sealed to its public half."""
    envelope = seal(b"yes", public_key_of_file(paths.public), secret=SECRET, **BOUND)
    return unseal(envelope, read_answer_key(paths.private, **how), **BOUND).answer == b"yes"  # type: ignore[arg-type]


def test_a_plain_key_opens(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers")
    assert opens(paths)
    with pytest.raises(WrongUse, match="is not protected"):
        read_answer_key(paths.private, passphrase=WORDS)


def test_private_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    assert [stat.S_IMODE(path.stat().st_mode) for path in (paths.private, *paths.parts)] == [0o600] * 4
    assert "PRIVATE" not in paths.public.read_text()


@pytest.mark.parametrize("name", ["answers.key", "answers.pub", "answers.part-2-of-3.json"])
def test_nothing_is_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(WriteError, match="exists already"):
        make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_passphrase_opens_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", passphrase=WORDS)
    assert opens(paths, passphrase=WORDS)
    with pytest.raises(WrongUse, match="protected by a passphrase"):
        read_answer_key(paths.private)
    with pytest.raises(WrongUse, match="The passphrase is wrong"):
        read_answer_key(paths.private, passphrase=f"{WORDS}r")
    assert "PRIVATE" not in paths.private.read_text() and "private_key" not in json.loads(paths.private.read_text())


def test_a_passphrase_opens_however_a_keyboard_composes_its_letters(tmp_path: Path) -> None:
    """Story: a key was made on Linux. On a Mac, which typed ü as u and two dots, its passphrase was wrong."""
    for made, typed in (("NFC", "NFD"), ("NFD", "NFC")):
        paths = make_answer_keys(tmp_path / made, passphrase=unicodedata.normalize(made, ACCENTS))
        assert opens(paths, passphrase=unicodedata.normalize(typed, ACCENTS))


def test_letters_of_two_parts_count_once(tmp_path: Path) -> None:
    with pytest.raises(ParameterError):
        make_answer_keys(tmp_path / "answers", passphrase=unicodedata.normalize("NFD", "ü" * 8))


def test_a_short_passphrase_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="at least 15 letters"):
        make_answer_keys(tmp_path / "answers", passphrase="secret")
    assert not list(tmp_path.iterdir())


def test_any_three_of_five_trustees_open_and_two_do_not(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(3, 5), survey="Trees")
    parts = parts_of(paths)
    assert {part.survey for part in parts} == {"Trees"}
    keys = {
        read_answer_key(paths.private, parts=chosen).private_numbers().private_value
        for chosen in combinations(parts, 3)
    }
    assert len(keys) == 1 and opens(paths, parts=parts)
    for chosen in combinations(parts, 2):
        with pytest.raises(WrongUse, match=r"3 different parts of the 5 are needed .* 2 are here\. Ask further"):
            read_answer_key(paths.private, parts=chosen)
    with pytest.raises(WrongUse, match="1 is here"):
        read_answer_key(paths.private, parts=parts[:1])
    with pytest.raises(WrongUse, match="0 are here"):
        read_answer_key(paths.private)


def test_the_same_part_counts_once(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(3, 5))
    first, second = parts_of(paths)[:2]
    with pytest.raises(WrongUse, match=r"2 are here \(3 files, some of them the same part\)"):
        read_answer_key(paths.private, parts=[first, second, first])


def test_parts_of_another_key_are_refused_by_number_and_survey(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    other = parts_of(make_answer_keys(tmp_path / "other", trustees=(2, 3), survey="Dogs"))
    mine = parts_of(paths)
    with pytest.raises(WrongUse, match="Part 2 does not belong to this key, but to the survey 'Dogs'"):
        read_answer_key(paths.private, parts=[mine[0], other[1]])
    with pytest.raises(WrongUse, match="Parts 1, 3 do not belong"):
        read_answer_key(paths.private, parts=[other[0], mine[1], other[2]])


def test_a_part_that_was_changed_is_refused(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 2))
    text = paths.parts[0].read_text()
    share = json.loads(text)["share"]
    other = ("A" if share[0] != "A" else "B") + share[1:]
    paths.parts[0].write_text(text.replace(share, other))
    with pytest.raises(WrongUse, match="does not have the digest"):
        read_part(paths.parts[0])


def test_a_part_that_lies_consistently_does_not_open(tmp_path: Path) -> None:
    """A trustee can compute the checksum of an invented share. Then the ciphertext says that something is wrong."""
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 2))
    first, second = parts_of(paths)
    lie = Part(first.split, first.number, first.survey, first.public_key, bytes(16))
    with pytest.raises(WrongUse, match="The parts do not give the key"):
        read_answer_key(paths.private, parts=[lie, second])


def lie_of(part: Part) -> Part:
    return Part(part.split, part.number, part.survey, part.public_key, bytes(16))


@pytest.mark.parametrize("liars", [(1,), (3,), (2, 5)])
def test_true_parts_open_although_others_lie_and_the_liars_are_named(tmp_path: Path, liars: tuple[int, ...]) -> None:
    """Story: one trustee altered a part. Four of five came, two were needed, and the answers stayed shut."""
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 5))
    parts = [lie_of(part) if part.number in liars else part for part in parts_of(paths)]
    opened = open_answer_key(paths.private, parts=parts)
    assert opened.private.private_numbers() == read_answer_key(paths.private, parts=parts_of(paths)).private_numbers()
    named = f"Part {liars[0]} is not what the trustee was given" if len(liars) == 1 else "Parts 2, 5 are not what"
    assert len(opened.warnings) == 1 and opened.warnings[0].startswith(named)


def test_a_lie_beside_the_true_part_of_the_same_number_is_noticed(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    first, second, _ = parts_of(paths)
    opened = open_answer_key(paths.private, parts=[lie_of(first), first, second])
    assert [words[:12] for words in opened.warnings] == ["Part 1 is no"]
    assert open_answer_key(paths.private, parts=[first, second, first]).warnings == ()


@pytest.mark.parametrize("passphrase", [" " * 15, "a" * 20, "abcd" * 5, "\u200b" * 20, "secret" + " " * 20])
def test_blanks_and_repeated_letters_are_no_passphrase(tmp_path: Path, passphrase: str) -> None:
    """Story: fifteen blanks were accepted."""
    with pytest.raises(ParameterError, match="at least 15 letters, and 5 different ones"):
        make_answer_keys(tmp_path / "answers", passphrase=passphrase)
    assert not list(tmp_path.iterdir())


def test_a_key_that_others_can_read_is_not_opened_in_silence(tmp_path: Path) -> None:
    plain, locked = (
        make_answer_keys(tmp_path / "plain").private,
        make_answer_keys(tmp_path / "locked", passphrase=WORDS).private,
    )
    assert open_answer_key(plain).warnings == ()
    plain.chmod(0o640)
    locked.chmod(0o644)
    assert "plain.key is not protected, and others" in open_answer_key(plain).warnings[0]
    assert open_answer_key(locked, passphrase=WORDS).warnings == ()


@pytest.mark.parametrize("numbers", [(1, 3), (0, 3), (4, 3), (2, 100), (-1, -1)])
def test_numbers_of_trustees_that_make_no_sense_are_refused(tmp_path: Path, numbers: tuple[int, int]) -> None:
    with pytest.raises(ParameterError, match="3-of-5"):
        make_answer_keys(tmp_path / "answers", trustees=numbers)
    assert not list(tmp_path.iterdir())


def test_a_key_has_one_kind_of_protection(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="not by both"):
        make_answer_keys(tmp_path / "answers", passphrase=WORDS, trustees=(2, 3))
    trusted = make_answer_keys(tmp_path / "a", trustees=(2, 3))
    with pytest.raises(WrongUse, match="has no passphrase"):
        read_answer_key(trusted.private, passphrase=WORDS, parts=parts_of(trusted))
    secret = make_answer_keys(tmp_path / "b", passphrase=WORDS)
    with pytest.raises(WrongUse, match="has no trustees"):
        read_answer_key(secret.private, passphrase=WORDS, parts=parts_of(trusted))


@pytest.mark.parametrize("entry", ["survey", "public_key", "nonce", "ciphertext", "protection"])
def test_a_key_file_that_was_changed_is_refused(tmp_path: Path, entry: str) -> None:
    """What stands in clear is authenticated too: nobody can exchange the public key, or the number of trustees."""
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    document = json.loads(paths.private.read_text())
    other = json.loads(make_answer_keys(tmp_path / "other", trustees=(3, 3), survey="Dogs").private.read_text())
    document[entry] = other[entry]
    paths.private.write_text(json.dumps(document))
    with pytest.raises(WrongUse, match=r"was changed|not belong to this key"):
        read_answer_key(paths.private, parts=parts_of(paths))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot be read as JSON"),
        ("[]", "is not a key for answers"),
        ('{"what": "shoal trustee part"}', "is not a key for answers"),
        ('{"what": "shoal answers key", "format": 2}', "newer version"),
        ('{"what": "shoal answers key", "format": 1}', "does not fit the schema"),
        ("x" * 70_000, "far too large"),
    ],
)
def test_what_is_no_key_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "answers.key"
    path.write_text(text)
    with pytest.raises(WrongUse, match=words):
        read_answer_key(path)


def test_a_key_file_whose_scrypt_would_stop_the_machine_is_refused(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", passphrase=WORDS)
    document = json.loads(paths.private.read_text())
    document["protection"]["n"] = 2**30
    paths.private.write_text(json.dumps(document))
    with pytest.raises(WrongUse, match="schema"):
        read_answer_key(paths.private, passphrase=WORDS)


def test_other_keys_are_no_public_key_for_answers(tmp_path: Path) -> None:
    from shoal.survey.specification.signing import make_keys

    _, public = make_keys(tmp_path / "survey")
    with pytest.raises(WrongUse, match="not a public key for answers"):
        public_key_of_file(public)
    with pytest.raises(WrongUse, match="There is no public key"):
        public_key_of_file(tmp_path / "nowhere.pub")


@pytest.mark.parametrize("name", ["", ".key", "folder/", "."])
def test_a_pair_needs_a_name(name: str) -> None:
    with pytest.raises(ShoalError, match="needs a name"):
        make_answer_keys(name)


def test_messages_and_representations_show_no_secret(tmp_path: Path) -> None:
    paths = make_answer_keys(tmp_path / "answers", trustees=(2, 3))
    part = parts_of(paths)[0]
    assert str(part.share) not in repr(part) and part.share.hex() not in repr(part)
    assert key_text(public_key_of_file(paths.public)) == part.public_key

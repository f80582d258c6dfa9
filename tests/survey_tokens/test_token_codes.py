"""Codes that people type: what they may change, and which errors are noticed."""

from __future__ import annotations

import itertools

import pytest

from shoal.survey.tokens.codes import CODE_SIGNS, SIGNS, CodeError, new_code, new_codes, read_code


def sound() -> str:
    return read_code(new_code())


def test_a_code_is_read_as_people_write_it() -> None:
    code = new_code()
    plain = read_code(code)
    assert len(plain) == CODE_SIGNS
    assert code.count("-") == 4
    for typed in (code.lower(), code.replace("-", " "), plain, f"  {code}\n", code.replace("-", "–")):
        assert read_code(typed) == plain


def test_signs_that_look_alike_are_one_sign() -> None:
    codes = (read_code(code) for code in new_codes(500))
    code = next(code for code in codes if "0" in code and "1" in code)
    assert read_code(code.replace("0", "O").replace("1", "l")) == code
    assert read_code(code.replace("0", "o").replace("1", "i")) == code


def test_every_single_wrong_sign_is_noticed() -> None:
    code = sound()
    for at, sign in itertools.product(range(CODE_SIGNS), SIGNS):
        if sign != code[at]:
            with pytest.raises(CodeError, match="mistyped"):
                read_code(code[:at] + sign + code[at + 1 :])


def test_any_two_signs_that_changed_places_are_noticed() -> None:
    code = sound()
    for a, b in itertools.combinations(range(CODE_SIGNS), 2):
        if code[a] != code[b]:
            swapped = list(code)
            swapped[a], swapped[b] = code[b], code[a]
            with pytest.raises(CodeError, match="mistyped"):
                read_code("".join(swapped))


def test_an_error_says_what_is_wrong_and_never_repeats_the_code() -> None:
    code = sound()
    for typed, words in (
        (code[:-1], "has 19"),
        (code + "0", "has 21"),
        ("", "has 0"),
        (f"{code[:5]}U{code[6:]}", "group 2 at position 2"),
        (f"{code[:5]}é{code[6:]}", "group 2 at position 2"),
    ):
        with pytest.raises(CodeError) as refused:
            read_code(typed)
        assert words in str(refused.value)
        assert code[:5] not in str(refused.value)


def test_codes_differ_and_their_signs_are_all_used() -> None:
    codes = new_codes(300)
    assert len(set(codes)) == 300
    assert set("".join(codes)) == {*SIGNS, "-"}

"""The printed form, read as a person reads it: by its words alone."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.errors import ParameterError
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.from_frame import design_boxes
from shoal.survey.boxes.questions import MomentQuestion, NumberQuestion, OrderQuestion, SetQuestion, TreeQuestion
from shoal.survey.forms.flow import MOST_OPTIONS
from shoal.survey.forms.pages import decoding_html, form_html, telling_answers, write_form

N = 300


def people() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, N),
            "height": rng.normal(170, 10, N).round(1),
            "job": rng.choice(["cook", "clerk", "nurse", "pilot", "guard"], N, p=[0.35, 0.25, 0.2, 0.19, 0.01]),
        }
    )


WORDING = {"age": "How old are you?", "height": "How tall are you, in cm?", "job": "What do you do?"}


def designed(layout: str) -> BoxDesign:
    return design_boxes(
        people(),
        promise=9,
        quasi_identifiers=list(WORDING),
        layout=layout,
        wording=WORDING,
        effort=2,
        title="A <b> & c",
    )


class Paper(HTMLParser):
    """Questions with their options, and the rows of tables, as texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.questions: list[tuple[str, list[str]]] = []
        self.rows: list[list[str]] = []
        self._into: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attributes) -> None:
        if tag == "legend":
            self.questions.append(("", []))
        elif tag == "label":
            self.questions[-1][1].append("")
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        if tag in ("legend", "label", "td", "th"):
            self._into = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._into:
            self._into = None

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if self._into == "legend":
            question, options = self.questions[-1]
            self.questions[-1] = (f"{question} {text}".strip(), options)
        elif self._into == "label":
            self.questions[-1][1][-1] = f"{self.questions[-1][1][-1]} {text}".strip()
        elif self._into:
            self.rows[-1][-1] += text


def fits(words: str, value: object, others: list[str]) -> bool:
    """Whether a person with this value ticks the box with these words; ``others`` are the boxes beside it."""
    if isinstance(value, str):
        named = re.split(r", | or ", words)
        if value in named:
            return True
        return "anything else" in named and not any(value in re.split(r", | or ", other) for other in others)
    number = float(value)
    checks = [
        (r"(.+) or more, but less than (.+)", lambda low, high: low <= number < high),
        (r"less than (.+)", lambda high: number < high),
        (r"(.+) or less", lambda high: number <= high),
        (r"(.+) or more", lambda low: number >= low),
        (r"(.+) to (.+)", lambda low, high: low <= number <= high),
        (r"([\d.]+)", lambda exact: number == exact),
    ]
    for pattern, check in checks:
        match = re.fullmatch(pattern, words)
        if match:
            return check(*map(float, match.groups()))
    raise AssertionError(f"nobody understands: {words}")


def answer(text: str, options: list[str], person: dict) -> int:
    column = next(column for column, wording in WORDING.items() if wording == text)
    ticked = [at for at, own in enumerate(options) if fits(own, person[column], options[:at] + options[at + 1 :])]
    assert len(ticked) == 1, (options, person[column])  # every answer fits one option, and one only
    return ticked[0]


def test_everybody_finds_their_own_box_in_the_flow() -> None:
    design = designed("flow")
    paper = Paper(form_html(design))
    asked = {int(title.split(" ", 1)[0]): (title.split(" ", 1)[1], options) for title, options in paper.questions}
    assert max(len(options) for _, options in asked.values()) <= MOST_OPTIONS
    found = []
    for person in people().to_dicts():
        number, code = 1, None
        while code is None:
            text, options = asked[number]
            ways = [re.fullmatch(r"(.*?) → (?:your code: (\w+)|question (\d+))", option) for option in options]
            own = ways[answer(text, [way[1] for way in ways], person)]
            code = own[2]
            number = int(own[3]) if own[3] else number
        found.append(code)
    assert design.boxes_of(found).tolist() == design.assign(people()).tolist()


def test_everybody_finds_their_own_box_in_the_grid() -> None:
    design = designed("grid")
    paper = Paper(form_html(design))
    codes = {tuple(row[: len(paper.questions) - 1]): row[len(paper.questions) - 1 :] for row in paper.rows[2:]}
    found = []
    for person in people().to_dicts():
        letters = []
        for title, options in paper.questions:
            split = [option.split(" ", 1) for option in options]
            at = answer(title.split(" ", 1)[1], [words.strip() for _, words in split], person)
            letters.append(split[at][0])
        found.append(codes[tuple(letters[:-1])][ord(letters[-1]) - ord("a")])
    assert design.boxes_of(found).tolist() == design.assign(people()).tolist()


@pytest.mark.parametrize("layout", ["flow", "grid"])
def test_pages_need_nothing_but_themselves_and_tell_no_rare_category(layout: str) -> None:
    design = designed(layout)
    form, decoding = form_html(design), decoding_html(design)
    for page in (form, decoding):
        assert "<script" not in page and "http" not in page and "src=" not in page
        assert "A &lt;b&gt; &amp; c" in page and "<b> & c" not in page
        assert "guard" not in page
        assert "size: A4" in page
    assert all(code in form and code in decoding for code in design.codes)
    assert str(int(design.counts.min())) in form


def test_a_form_with_one_box_has_one_code() -> None:
    design = design_boxes(pl.DataFrame({"age": list(range(12))}), promise=10, quasi_identifiers="age")
    page = form_html(design)
    assert f'Your code: <span class="code">{design.codes[0]}</span>' in page


def test_words_of_ranges() -> None:
    whole = NumberQuestion("age", "age", (18.0, 40.0, 41.0, 12_000.0), True)
    assert [whole.words([level]) for level in range(5)] == [
        "17 or less",
        "18 to 39",
        "40",
        "41 to 11,999",
        "12,000 or more",
    ]
    parts = NumberQuestion("x", "x", (-0.5, 2.25), False)
    assert [parts.words([level]) for level in range(3)] == [
        "less than −0.5",
        "−0.5 or more, but less than 2.25",
        "2.25 or more",
    ]
    assert parts.words([0, 1, 2]) == "any answer"
    days = MomentQuestion("born", "born", (0, 365), "date", "day")
    assert [days.words([level]) for level in range(3)] == [
        "before 1 January 1970",
        "1 January 1970 to 31 December 1970",
        "1 January 1971 or later",
    ]
    times = MomentQuestion("at", "at", (9 * 3_600_000, 17 * 3_600_000 + 30 * 60_000), "time of day", "ms")
    assert times.words([1]) == "09:00 or later, but before 17:30"
    lasted = MomentQuestion("for", "for", (90 * 60_000,), "duration", "ms")
    assert [lasted.words([level]) for level in range(2)] == ["less than 90 minutes", "90 minutes or more"]
    order = OrderQuestion("size", "size", ("S", "M", "L"))
    assert order.words([0, 1]) == "S or M"
    jobs = SetQuestion("job", "job", ("a", "b", "c", "d", "e"))
    assert jobs.words([1, 2]) == "b or c"
    assert jobs.words([4, 5]) == "e or anything else"
    assert jobs.words([1, 2, 3, 4, 5]) == "anything else"
    assert jobs.words_alone([1, 2, 3, 4, 5]) == "anything else than a"
    land = TreeQuestion("from", "from", ("world", "europe", "asia", "spain", "france"), (-1, 0, 0, 1, 1))
    assert land.words([1, 3, 4]) == "europe (spain, france)"
    assert land.words([0, 2, 4]) == "anything else"


# --- the command


@pytest.fixture
def frame(tmp_path: Path) -> Path:
    path = tmp_path / "frame.csv"
    people().with_columns(share=pl.Series(np.random.default_rng(1).uniform(0.5, 0.95, N).round(2))).write_csv(path)
    return path


def run(*words: str):
    return CliRunner().invoke(app, ["form", *words])


def test_command_writes_form_decoding_table_and_design(frame: Path, tmp_path: Path) -> None:
    folder = tmp_path / "form"
    done = run(
        str(frame), "--k", "3", "--participation", "share", "--failure", "0.01", "--qi", "age,job", "--effort", "1",
        "--ask", "age=How old, in years?", "-o", str(folder), "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in folder.iterdir()) == [
        "boxes.json",
        "decoding.csv",
        "decoding.html",
        "form.html",
    ]
    design = BoxDesign.load(folder / "boxes.json")
    assert design.promise.n_min is None and design.failures.max() <= 0.01
    assert "How old, in years?" in (folder / "form.html").read_text("utf-8")
    table = pl.read_csv(folder / "decoding.csv")
    assert table["code"].to_list() == list(design.codes)
    assert table["people of the frame"].sum() == N
    again = run(str(frame), "--k", "3", "--qi", "age", "-o", str(folder))
    assert again.exit_code == 2 and "holds a form already" in again.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--k", "3", "--qi", "age", "--failure", "0.1"), "belong together"),
        (("--k", "3", "--qi", "age", "--failure", "0.1", "--participation", "nobody"), "neither a number nor a column"),
        (("--k", "3", "--qi", "age", "--failure", "0.1", "--participation", "1.5"), "participation"),
        (("--k", "1", "--qi", "age"), "k is 1"),
        (("--k", "3"), "No quasi-identifiers"),
        (("--k", "3", "--qi", "age", "--round", "--step", "age=5"), "Give only one of the two"),
        (("--k", "301", "--qi", "age"), "no cell can reach k"),
    ],
)
def test_command_refuses_in_words(words: tuple[str, ...], said: str, frame: Path, tmp_path: Path) -> None:
    done = run(str(frame), *words, "-o", str(tmp_path / "form"))
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
    assert not (tmp_path / "form").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    design = design_boxes(people(), promise=100, quasi_identifiers="age", effort=0)
    (tmp_path / "form").write_text("mine", encoding="utf-8")
    with pytest.raises(OSError, match="is a file"):
        write_form(design, tmp_path / "form")


# --- the slip


def slip(page: str) -> str:
    """What is below the cut."""
    return page.split('<section class="slip"')[1]


def test_slip_has_a_line_for_every_answer_that_the_survey_is_after() -> None:
    design = designed("flow")
    asked = ("How satisfied are you (1–5)?", "What <i>next</i> & why?")
    page = form_html(design, asked)
    assert slip(page).count('<span class="line"></span>') == 2
    assert "How satisfied are you (1–5)?" in slip(page)
    assert "What &lt;i&gt;next&lt;/i&gt; &amp; why?" in slip(page) and "<i>" not in page
    assert "How satisfied" not in page.split('<section class="slip"')[0]
    assert slip(page).index("My code") < slip(page).index("How satisfied") < slip(page).index("What &lt;i")
    assert "You send the code with your answers on the slip" in page
    assert "You send the code, and nothing else" not in page
    assert "not</strong> write your name" in page


def test_slip_without_answers_is_the_code_alone() -> None:
    page = form_html(designed("grid"))
    assert 'class="line"' not in page and "your answers" not in page
    assert "You send the code, and nothing else from these pages." in page
    assert '<span class="sign">' in slip(page)


@pytest.mark.parametrize(("answers", "said"), [(("  ",), "empty"), (("a", "a "), "twice"), ("one text", "a list")])
def test_answers_on_the_slip_are_refused_in_words(answers: tuple[str, ...], said: str, tmp_path: Path) -> None:
    design = design_boxes(people(), promise=100, quasi_identifiers="age", effort=0)
    with pytest.raises(ParameterError, match=said):
        write_form(design, tmp_path / "form", answers=answers)
    assert not (tmp_path / "form").exists()


def test_questions_that_would_undo_the_code_are_noticed() -> None:
    design = designed("flow")
    harmless = ["How satisfied are you?", "Do you agree?"]  # 'agree' is not 'age'
    telling = ["Your name, please", "e-mail", "What is your age?", "what do YOU do"]
    assert telling_answers(design, harmless + telling) == telling


def test_command_prints_answers_on_the_slip_and_warns_of_telling_ones(frame: Path, tmp_path: Path) -> None:
    folder = tmp_path / "form"
    words = (str(frame), "--k", "100", "--qi", "age", "--effort", "0", "-o", str(folder))
    done = run(*words, "--answer", "Are you well?", "--answer", "Your phone", "--json")
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert facts["answers_on_the_slip"] == ["Are you well?", "Your phone"]
    assert [warning for warning in facts["warnings"] if "Your phone" in warning]
    assert not [warning for warning in facts["warnings"] if "Are you well?" in warning]
    page = (folder / "form.html").read_text("utf-8")
    assert "Are you well?" in slip(page) and "Your phone" in slip(page)
    assert "Are you well?" not in (folder / "boxes.json").read_text("utf-8")
    refused = run(*words[:-1], str(tmp_path / "other"), "--answer", " ")
    assert refused.exit_code == 2 and "empty" in refused.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--qi", "age", "--ask", "agee=How old?"),
            "question (--ask) for 'agee', which is not asked for. Did you mean 'age'?",
        ),
        (("--qi", "age", "--ask", "age="), "question (--ask) for 'age' is empty"),
        (("--qi", "age,who"), "identifies a person"),
        (("--qi", "age", "--failure", ".1", "--participation", "cook=.6"), "one share for all, or a column"),
        (("--qi", "age", "--failure", ".1", "--participation", "75%"), "Give 0.75 instead"),
        (("--qi", "age", "--failure", ".1", "--participation", "in_100"), "look like per cent"),
    ],
)
def test_command_says_what_a_newcomer_should_change(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    people().with_columns(
        who=pl.Series([f"P{row:03}" for row in range(N)]), in_100=pl.Series([50.0, 60.0] * (N // 2))
    ).write_csv(path)
    done = run(str(path), "--k", "3", *words, "-o", str(tmp_path / "form"))
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
    assert "P00" not in done.output and not (tmp_path / "form").exists()


def test_command_warns_where_hardly_anybody_answers(frame: Path, tmp_path: Path) -> None:
    words = (str(frame), "--k", "3", "--qi", "age", "--effort", "0", "--json", "--failure", ".05")
    rare = json.loads(run(*words, "--participation", ".0001", "-o", str(tmp_path / "rare")).stdout)
    assert any("hardly anybody is expected to answer" in warning for warning in rare["warnings"])
    usual = json.loads(run(*words, "--participation", ".6", "-o", str(tmp_path / "usual")).stdout)
    assert not any("hardly anybody" in warning for warning in usual["warnings"])

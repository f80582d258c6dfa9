"""The printed form, read as a person reads it: by its words alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.survey.boxes import BoxDesign
from shoal.survey.boxes_design import design_boxes
from shoal.survey.boxes_questions import MomentQuestion, NumberQuestion, OrderQuestion, SetQuestion, TreeQuestion
from shoal.survey.form_flow import MOST_OPTIONS
from shoal.survey.form_html import decoding_html, form_html, write_form

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
        (("--k", "3", "--qi", "age", "--round", "--step", "age=5"), "Give one of them"),
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

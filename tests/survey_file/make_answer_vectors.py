"""Make vectors/answers.json, with which Python and JavaScript check each other: a survey, answers, and envelopes.

Run by hand, and only when a format changes:  python tests/survey_file/make_answer_vectors.py
Its private key is for tests only: everybody can read it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "survey")]

from sealing_toys import SECRET, private_key  # noqa: E402 - found by the line above
from survey_file_toys import GOOD, WISHES, prepared, survey_of  # noqa: E402

from shoal.errors import WrongUse  # noqa: E402
from shoal.survey.questionnaire.answers import SurveyAnswer, written_answer  # noqa: E402
from shoal.survey.questionnaire.file import text_of_survey  # noqa: E402
from shoal.survey.questionnaire.survey import Survey  # noqa: E402

VECTOR_FILE = HERE / "vectors" / "answers.json"
GIVEN: list[tuple[int, Any]] = [
    (0, {"satisfied": 1}),
    (
        3,
        {
            "satisfied": 5,
            "ways": ["bicycle", "foot", "car"],
            "spent": 4999.99,
            "heard": "„perhaps“ ☂",
            "wishes": "🌳" * 20,
        },
    ),
    (3, {"wishes": 'a\n"\\/\u2028é', "satisfied": 2, "heard": "no"}),
    *((1, {"satisfied": 2, "spent": number}) for number in (-5, 0.1, 1e-2, 12.5, 100, 1e3, 0.001, 1e-9, 5000.01, -5.5)),
    *((1, {"satisfied": step}) for step in (0, 6, 2.5, "2", True, None, [1])),
    *((1, {"satisfied": 2, "ways": ways}) for ways in ([], ["foot", "bus"], ["bus", "bus"], ["train"], "bus", None)),
    (1, {"satisfied": 2, "ways": ["bus", "bicycle", "foot", "car"]}),
    *((1, {"satisfied": 2, "heard": heard}) for heard in ("", "Yes", None, 1, ["no"])),
    *((1, {"satisfied": 2, "wishes": text}) for text in ("", " \n", "x" * 21, "🌳" * 21, "a\t", "a\x85", "\x7f", 5)),
    *((1, {"satisfied": 2, "wishes": text}) for text in ("\u00a0", "\ufeff", "\u3000", "e\u0301", "x" * 20)),
    *((cell, {"satisfied": 2}) for cell in (-1, 10_000, 0.5, None, "1")),
    (1, {}),
    (1, {"satisfied": 2, "more": 1}),
    (1, []),
    (1, None),
]


def vector_survey(folder: Path) -> Survey:
    """A survey whose answers go to a known key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    prepared(folder)
    pem = private_key().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (folder / "answers.pub").write_bytes(pem)
    text = GOOD.replace("languages", "free_text = true\nlanguages") + WISHES
    return survey_of(folder, text).signed_with(folder / "survey.key")


def case(survey: Survey, cell: Any, answers: Any) -> dict[str, Any]:
    """An answer, and its canonical form; null where it is refused."""
    try:
        written: str | None = written_answer(survey, SurveyAnswer(cell, answers)).decode("utf-8")
    except WrongUse:
        written = None
    return {"cell": cell, "answers": answers, "written": written}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        survey = vector_survey(Path(folder))
    ids = [bytes([number] * 32).hex() for number in (0, 7, 255)]
    answers = [SurveyAnswer(cell, given) for cell, given in GIVEN[:3]]
    content = {
        "about": "A survey, answers with their canonical form (null: refused), and envelopes that the key opens.",
        "private_key": f"{private_key().private_numbers().private_value:064x}",
        "survey": text_of_survey(survey),
        "cases": [case(survey, cell, given) for cell, given in GIVEN],
        "envelopes": [
            {
                "case": number,
                "token_id": token_id,
                "secret": SECRET.hex(),
                "envelope": survey.seal(answer, token_id, SECRET).hex(),
            }
            for number, (answer, token_id) in enumerate(zip(answers, ids, strict=True))
        ],
    }
    VECTOR_FILE.parent.mkdir(exist_ok=True)
    VECTOR_FILE.write_text(json.dumps(content, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

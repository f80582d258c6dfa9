"""The survey file: what is asked, who asks, when, and with which keys; one signed document for respondents.

In: `survey.toml`, written by the organiser, and the files that it names. Out: `survey.json`, and the answers that fit
it. Open `survey.py` first: the class with all its methods. From the bottom up:

* `kinds.py`: the kinds of questions, which answers each accepts, and how large an answer can be.
* `question_files.py`: a question as plain data.
* `content.py`: a survey as plain data, with digest and size of an envelope. `answers.py`: the canonical form of an
  answer, and `check_answers`.
* `repeats.py`: questions that repeat or tell a quasi-identifier. `phrases.toml`: the words in which people are asked.
  `number_ranges.py`: options that are classes of a column of numbers.
* `file.py`: the file, written and read. `verification.py`: what a respondent checks.
* `toml_values.py`, `toml_questions.py`, `toml_file.py`: the organiser's file, with all its mistakes said at once.
"""

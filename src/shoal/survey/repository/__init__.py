"""The repository of a survey: takes sealed answers, one for each token, and hands them to closing as one bundle.

It stores token and envelope, which it cannot open, and neither addresses nor times. What it can still learn is said in
docs/reference/repository.md. Needs the extra `service`.

Open `answers.py` first: what is stored and what is refused. From the top down, each imports only what is below it:

    app.py               puts the repository together; `shoal survey serve` runs it
    http/                requests and answers, for respondents and for the organiser
    writing.py           many submissions in one transaction
    parts.py             the parts, made from settings
    answers.py           one answer for each token; changed until closing; handed out after it
    outlook.py           totals against the design: figures for the organiser
    period.py totals.py  waiting, open, closed; totals by day
    store/               what is stored
    survey_file.py token_check.py    what the repository needs of the survey file, and whether a token is good
    settings.py problems.py door.py  settings; refusals; what it is given, as protocols

`page/` holds the organiser's page; what it shares with other pages is in `shoal.web`.
"""

"""Surveys whose cells are designed before anyone answers.

Input: a frame (everybody who may be asked), a promise, and how likely people are to answer. Output: a specification
that respondents verify and apply on their own machine, or a paper form on which they find their box with a pencil; and
later a release of the answers.

Open `specification/specification.py` first. The folders, from the top down: each imports only what is below it:

    repository/       the server that takes sealed answers, one for each token
    collection/       secret tokens, the answers that come back, and their release
    design/           from a frame to a specification
    forms/            paper forms: the pages that are printed
    questionnaire/    the survey file: questions and what fits them, times, keys, signature
    sealing/          sealed answers: envelopes, key files, trustees
    tokens/           one answer for each person: blind signatures, invitations, printed codes
    specification/    cells that respondents find on their own machine: file, digest, signature, checks, page
    boxes/            cells that people find with a pencil: questions, rules, search, file, checks
    shared/           what a specification and a design of boxes have in common

Three kinds of files that are not Python stay at this level: `browser/` (checks, cells, tokens and sealed answers once
more, in JavaScript), `templates/` (the printed pages) and the published JSON Schemas of all files.
"""

"""How probable something is by the design of a survey.

own_chance.py          that somebody who answers ends up among fewer than k
few_answers.py         that so few people answer
hardly_answering.py    cells that mostly stay empty
"""

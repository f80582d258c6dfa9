"""Benchmarks of surveys: python -m benchmarks.survey.NAME."""

"""Benchmarks of surveys that are answered online."""

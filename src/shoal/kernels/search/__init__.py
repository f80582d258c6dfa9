"""Simulated annealing of cells."""

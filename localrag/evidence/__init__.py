"""Candidates -> evidence package, with its sufficiency decision and conflicts."""

"""Sentences, terms, numbers, dates, identifiers, safe display: pure functions over text."""

"""Conversations of one user: kept, continued, shown and exported."""

"""What happened to a question, kept whatever happens."""

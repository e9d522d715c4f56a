"""One third-party library or operating-system facility each."""

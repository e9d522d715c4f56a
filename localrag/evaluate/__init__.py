"""Cases of questions with what is expected -> what the assistant made of them, in figures."""

"""What may be asked, and what may be said: input, context and output guards under one policy file."""

"""This machine, this installation and one home -> what works, and how the rest is mended."""

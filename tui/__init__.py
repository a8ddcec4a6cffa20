"""How gatescope is shown: the Textual app, the plain printer, screen shots and the command line."""

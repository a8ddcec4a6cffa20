"""One step of a recurrent cell with every number open: settings, results, edits, what moved and why.

The screen, the printer and the tests all read the same StepResult, so no number is computed twice.
"""

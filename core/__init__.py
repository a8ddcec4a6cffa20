"""The numbers behind gatescope: cells, training, language models and lessons, in numpy alone.

Nothing here knows how it is shown; importing any module of this package loads no user interface.
"""

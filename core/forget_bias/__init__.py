"""The forget bias: the one number of an LSTM's start that decides how far back its gradient reaches.

f starts at sigma(b_f), and what is left after N steps is its N-th power.
"""

from core.forget_bias.lesson import BiasResult, BiasSettings, compute
from core.forget_bias.tables import report

__all__ = ["BiasResult", "BiasSettings", "compute", "report"]

"""Two routes for a gradient: the plain RNN's uncontrolled product, and the gated path that a network learns.

The idealised curves are powers of one factor; beside them stand a real RNN, LSTM and GRU, measured.
"""

from core.highway.lesson import HighwayResult, HighwaySettings, compute, report

__all__ = ["HighwayResult", "HighwaySettings", "compute", "report"]

"""How many numbers a recurrent cell learns, and why two frameworks print two totals for the same cell.

Every count is shown with the sum that makes it, and a printed total is traced back to its convention.
"""

from core.parameters.lesson import ParametersResult, ParametersSettings, compute
from core.parameters.tables import report

__all__ = ["ParametersResult", "ParametersSettings", "compute", "report"]

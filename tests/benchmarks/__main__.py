"""`make bench`: what the app costs in a real pseudo-terminal, printed as one table, and the engine beside others.

Nothing here passes or fails; times belong to the machine they were measured on, and are compared within one run.
"""

from tests.benchmarks.engine import engine
from tests.benchmarks.key_to_paint import key_to_paint
from tests.benchmarks.output import output_rates
from tests.benchmarks.startup import startup_and_memory
from tests.benchmarks.step_edit import step_edit

if __name__ == "__main__":
    key_to_paint()
    step_edit()
    output_rates()
    startup_and_memory()
    engine()

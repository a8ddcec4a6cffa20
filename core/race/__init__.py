"""The race: a plain RNN and a GRU trained side by side on the same batches, every number of it live."""

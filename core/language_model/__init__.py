"""The feed-forward neural language model: one step with every number open, and training on a person's own text.

Bengio, Ducharme, Vincent and Jauvin, A Neural Probabilistic Language Model, JMLR 3 (2003).
"""

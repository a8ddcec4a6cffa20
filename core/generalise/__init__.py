"""Does it generalise? A neural language model and a trigram counter on sentences that neither was shown.
Words of one family share their company; the question is which model can use that.
"""

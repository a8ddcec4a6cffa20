"""One step of a recurrent cell: the weights, the convention they are read by, forward and backward."""

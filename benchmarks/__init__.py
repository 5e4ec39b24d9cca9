"""One module a claim: each prints a table with the peer measured in the same run, and the ratio."""

#!/usr/bin/env bash
# Two rings of points: choose a width, fit half of them, project the others, join scores with rows.
# Needs jq and pandas; csvkit and miller join the same where they are installed.
set -euo pipefail
cd "$1" # the folder for what is written

awk 'BEGIN {srand(1); print "x,y,ring"; for (i = 0; i < 120; i++) {
  a = 6.2832 * rand(); r = i % 3 ? 2 : 1; print r * cos(a) "," r * sin(a) "," (r > 1 ? "outer" : "inner")}}' > all.csv
awk 'NR == 1 || NR % 2 == 0' all.csv > old.csv
awk 'NR == 1 || NR % 2 == 1' all.csv | gzip > new.csv.gz

# The kernel is read from the JSON of one command and handed to the next.
kernel=$(kpca choose old.csv --standardise --quiet --widths 3 --shuffles 19 --json | jq -r .kernel)

# As many components as have 80 % of the variance: the model to a file, numbers to jq.
kpca fit - --standardise --quiet --kernel "$kernel" --components 0.8 --out model.npz --json < old.csv |
  jq '{solver, certified, components: (.eigenvalues | length), share: (.shares | add)}' > fit.json

# The model and new rows from pipes, their scores to another, which leaves the inner ring.
kpca project <(cat model.npz) <(gunzip -c new.csv.gz) --quiet | tee scores.csv | awk -F, '$2 != "outer"' > inner.csv

# "line" is the line of the file that a row comes from.
gunzip -c new.csv.gz | awk 'NR == 1 {print "line," $0; next} {print NR "," $0}' > rows.csv
python -c 'import pandas as pd; print(pd.read_csv("rows.csv").merge(pd.read_csv("scores.csv"), on="line")
    [["line", "x", "ring", "score1"]].to_csv(index=False), end="")' > pandas.csv
if command -v csvjoin > csvkit.txt; then csvjoin -I -c line rows.csv scores.csv | csvcut -c line,x,ring,score1 > csvkit.csv; fi
if command -v mlr > miller.txt; then mlr --csv join -j line -f scores.csv then cut -o -f line,x,ring,score1 rows.csv > miller.csv; fi

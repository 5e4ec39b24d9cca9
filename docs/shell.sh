#!/usr/bin/env bash
# 178 wines: choose a width, fit half of them, project the others, and join scores with their rows.
# Needs jq and pandas; csvkit and miller join the same where they are installed.
set -euo pipefail
cd "$1" # the folder for what is written

python -c 'from sklearn.datasets import load_wine as wine; print(wine(as_frame=True).frame.to_csv(index=False), end="")' > wine.csv
awk 'NR == 1 || NR % 2 == 0' wine.csv > old.csv
awk 'NR == 1 || NR % 2 == 1' wine.csv | gzip > new.csv.gz

# The kernel is read from the JSON of one command and handed to the next.
how=(--label target --standardise --quiet)
kernel=$(kpca choose old.csv "${how[@]}" --widths 3 --shuffles 19 --json | jq -r .kernel)

# As many components as have 80 % of the variance: the model to a file, numbers to jq.
kpca fit - "${how[@]}" --kernel "$kernel" --components 0.8 --out model.npz --json < old.csv |
  jq '{solver, certified, components: (.eigenvalues | length), share: (.shares | add)}' > fit.json

# New rows from one pipe, their scores to another.
gunzip -c new.csv.gz | kpca project model.npz - --label target --quiet > scores.csv
kpca project <(cat model.npz) <(gunzip -c new.csv.gz) --json --quiet | jq '.scores[0]' > first.json

# "line" is the line of the file that a row comes from.
gunzip -c new.csv.gz | awk 'NR == 1 {print "line," $0; next} {print NR "," $0}' > rows.csv
python -c 'import pandas as pd; print(pd.read_csv("rows.csv").merge(pd.read_csv("scores.csv"), on="line")
    [["line", "alcohol", "score1", "score2"]].to_csv(index=False), end="")' > pandas.csv
if command -v csvjoin > csvkit.txt; then csvjoin -I -c line rows.csv scores.csv | csvcut -c line,alcohol,score1,score2 > csvkit.csv; fi
if command -v mlr > miller.txt; then mlr --csv join -j line -f scores.csv then cut -o -f line,alcohol,score1,score2 rows.csv > miller.csv; fi

# SPDX-License-Identifier: BSD-2-Clause
"""Repeats the settings of the LIVE-TMHDR study, fits the weights of the features to the study's
scores, and evaluates the weights."""

import csv
import json
import multiprocessing
import pathlib

import numpy as np

import combination
import features
from settings import PEAKS, master, settings

# This table has a row for each rated set of options of Tonelift 0.1 and for each other tone mapper.
# A row contains the score from blind votes and the mean penalties (features.penalties()) of the
# rendered pictures.
VOTES = pathlib.Path(__file__).with_name("votes.csv")
VOTE_IMPORTANCE = 2


def measured_all(item):
    path, light = item
    graded = master(light).astype(np.float32)
    source, results, known = features.Source(graded), [], {}
    for setting in settings():
        if setting.same_picture not in known:
            codes = setting.codes(graded)
            known[setting.same_picture] = features.measured(source, codes)
        results.append(known[setting.same_picture])
    print(f"measured {path.name}", flush=True)
    return results


def measured_pictures(pictures, cache):
    if cache and pathlib.Path(cache).exists():
        return json.loads(pathlib.Path(cache).read_text())
    with multiprocessing.Pool() as pool:
        results = pool.map(measured_all, pictures, chunksize=1)
    if cache:
        pathlib.Path(cache).write_text(json.dumps(results))
    return results


def mean_penalties(results):
    rows = []
    for of_pictures in zip(*results):
        penalties = [features.penalties(one) for one in of_pictures]
        rows.append({name: float(np.mean([p[name] for p in penalties])) for name in penalties[0]})
    return rows


def opinions(known):
    """Returns the best score of each setting. The scores of PQ and of HLG are shifted to a common
    mean."""
    best = np.array([max(setting.scores) for setting in known])
    kinds = np.array([setting.encoding for setting in known])
    both = np.array([setting.is_on_both for setting in known])
    means = {kind: best[(kinds == kind) & both].mean() for kind in PEAKS}
    return [score - means[kind] + np.mean(list(means.values())) for score, kind in zip(best, kinds)]


def votes():
    with VOTES.open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = [row.pop("look") for row in rows]
    scores = [float(row.pop("score")) for row in rows]
    return names, [{k: float(v) for k, v in row.items()} for row in rows], scores


def on_scale_of_study(vote_rows, vote_scores, weights):
    figures = [combination.figure(row, weights) for row in vote_rows]
    return [score - np.mean(vote_scores) + np.mean(figures) for score in vote_scores]


def by_setting(values, known):
    groups = {}
    for setting, value in zip(known, values):
        groups.setdefault((setting.operator, setting.parameter), []).append(value)
    return {name: float(np.mean(group)) for name, group in groups.items()}


def columns_of(rows, scores, groups, importance, known):
    """Returns the fitted weights, and for each setting its score and its predicted scores, without
    and with cross-validation."""
    weights = combination.fitted(rows, scores, importance)
    single = [f"{s.operator} {s.parameter}" for s in known] + groups[len(known) :]
    results = [
        scores,
        [combination.figure(row, weights) for row in rows],
        combination.left_out(rows, scores, groups, importance),
        combination.left_out(rows, scores, single, importance),
    ]
    return weights, [by_setting(column[: len(known)], known) for column in results], results


def run(pictures, fit, cache):
    known = settings()
    names, vote_rows, vote_scores = votes()
    rows, scores = mean_penalties(measured_pictures(pictures, cache)), opinions(known)
    vote_scores = on_scale_of_study(vote_rows, vote_scores, combination.fitted(rows, scores))
    rows, scores = rows + vote_rows, scores + vote_scores
    groups = [setting.operator for setting in known] + names
    importance = [1.0] * len(known) + [VOTE_IMPORTANCE] * len(names)
    weights, columns, results = columns_of(rows, scores, groups, importance, known)
    report(columns, names, [column[len(known) :] for column in results])
    if fit:
        combination.store(weights)
    print("weights:", json.dumps(weights))


def report(columns, names, looks):
    heads = ("opinion", "figure", "family out", "setting out")
    print(f"\n{'setting':28}", *(f"{head:>11}" for head in heads))
    for name in columns[0]:
        print(f"{' '.join(name):28}", *(f"{column[name]:11.1f}" for column in columns))
    coefficients([list(column.values()) for column in columns])
    print(f"\n{'look':50}", *(f"{head:>11}" for head in ("votes", "figure", "look out")))
    for i, name in enumerate(names):
        print(f"{name:50}", *(f"{column[i]:11.1f}" for column in looks[:3]))
    coefficients(looks[:3])


def coefficients(columns):
    results = [combination.rank_correlation(columns[0], column) for column in columns[1:]]
    print("Spearman:", *(f"{value:.2f}" for value in results))

# SPDX-License-Identifier: BSD-2-Clause
"""Predicts an opinion score from a few features, and fits the weights of the features."""

import json
import pathlib

import numpy as np
from scipy.optimize import nnls
from scipy.stats import spearmanr

WEIGHTS = pathlib.Path(__file__).with_name("weights.json")


def stored():
    return json.loads(WEIGHTS.read_text())


def store(weights):
    weights = {
        "intercept": round(weights["intercept"], 2),
        "weights": {name: round(value, 3) for name, value in weights["weights"].items()},
    }
    WEIGHTS.write_text(json.dumps(weights, indent=4) + "\n")


def figure(penalties, weights):
    return weights["intercept"] - sum(
        weight * penalties[name] for name, weight in weights["weights"].items()
    )


def fitted(rows, scores, importance=None):
    names = list(rows[0])
    share = np.sqrt(np.ones(len(rows)) if importance is None else np.asarray(importance))
    table = np.array([[row[name] for name in names] for row in rows])
    units = table.max(0) + 1e-12
    columns = np.column_stack([np.ones(len(rows)), -table / units])
    solution, _ = nnls(columns * share[:, None], np.asarray(scores) * share)
    return {
        "intercept": float(solution[0]),
        "weights": {name: float(w / u) for name, w, u in zip(names, solution[1:], units)},
    }


def left_out(rows, scores, families, importance=None):
    """Predicts each score by cross-validation: the weights for a row are fitted without the rows of
    its family."""
    importance = np.ones(len(rows)) if importance is None else np.asarray(importance)
    result = np.empty(len(rows))
    for family in sorted(set(families)):
        kept = [i for i, name in enumerate(families) if name != family]
        weights = fitted([rows[i] for i in kept], [scores[i] for i in kept], importance[kept])
        for i, name in enumerate(families):
            if name == family:
                result[i] = figure(rows[i], weights)
    return result


def rank_correlation(one, other):
    """Returns Spearman's rank correlation coefficient of two lists."""
    return float(spearmanr(one, other)[0])

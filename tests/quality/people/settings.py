# SPDX-License-Identifier: BSD-2-Clause
"""Settings of the LIVE-TMHDR study (Venkataramanan et al. 2024, arXiv 2403.15061).

opinions.csv is computed from live_tmhdr_scores.csv of Cut-FUNQUE (MIT license)."""

import csv
import pathlib
from dataclasses import dataclass

import numpy as np

import color
from appearance import reinhard2012
from noise_aware import eilertsen2015
from operators import bt2446a, durand2002, hable, reinhard2002
from wavelet import shan2012

OPINIONS = pathlib.Path(__file__).with_name("opinions.csv")
MODES = ("framewise", "smooth", "shot")
OPERATORS = {
    "reinhard2002": (reinhard2002, float),
    "hable": (hable, float),
    "durand2002": (durand2002, float),
    "bt2446a": (bt2446a, float),
    "reinhard2012": (reinhard2012, str),
    "shan2012": (shan2012, int),
    "eilertsen2015": (eilertsen2015, float),
}
SCALE_FREE = {"reinhard2002", "reinhard2012", "shan2012"}
# Pairs of operator and encoding that settings() leaves out. The study's pipeline added noise and
# artifacts to the HLG renderings of this operator, which lowered their scores.
NOT_REPEATED = {("eilertsen2015", "hlg")}
PEAKS = {"pq": 10000.0, "hlg": 1000.0}
BRIGHTEST = 1000.0


@dataclass(frozen=True)
class Setting:
    operator: str
    parameter: str
    encoding: str
    scores: tuple

    @property
    def is_on_both(self):
        return self.operator not in {operator for operator, _ in NOT_REPEATED}

    @property
    def same_picture(self):
        scale_free = self.operator in SCALE_FREE
        return self.operator, self.parameter, None if scale_free else self.encoding

    def codes(self, light):
        function, kind = OPERATORS[self.operator]
        peak = PEAKS[self.encoding]
        shown = function(light / np.float32(peak), peak, kind(self.parameter))
        return np.round(color.srgb_encode(shown) * 255).astype(np.float32) / 255


def settings():
    with OPINIONS.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Setting(
            row["operator"],
            row["parameter"],
            encoding,
            tuple(float(row[f"{mode}_{encoding}"]) for mode in MODES),
        )
        for row in rows
        for encoding in PEAKS
        if (row["operator"], encoding) not in NOT_REPEATED
    ]


def master(light):
    most = np.maximum(light.max(-1, keepdims=True), 1e-6)
    knee = BRIGHTEST / 2
    bent = knee + knee * (1 - np.exp(-(np.maximum(most, knee) - knee) / knee))
    return np.maximum(light, 0) * (np.where(most > knee, bent, most) / most)

# SPDX-License-Identifier: BSD-2-Clause
"""The levels of figures that miss their bars. No figure may get worse, and the bars stay. The
levels are a few percent above the measured figures, because encoders differ."""

RECORDED = {
    "natural : cinema, band of ground in shadow": 1.05,
}

// SPDX-License-Identifier: BSD-2-Clause
//
// PQ codes of light from a table, for searches: within 0.00003 of pq_code(), and ten times as fast.
#pragma once

namespace tonelift {

double code_of_light(double nits);
double code_of_octave(double log2_nits);  // from 0.001 cd/m2 on
// The mean slope of the code between two lights.
double slope_between(double a, double b);

}  // namespace tonelift

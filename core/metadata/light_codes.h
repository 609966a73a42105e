// SPDX-License-Identifier: BSD-2-Clause
// PQ codes from a table, which is ten times as fast as pq_code().
#pragma once

namespace tonelift {

double code_of_light(double nits);
double code_of_octave(double log2_nits);  // for light from 0.001 cd/m2
// Returns the mean slope of the PQ code between two luminances in cd/m2.
double slope_between(double a, double b);

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// The search of `tonelift tune`: one tuning number after the other, with all of its values.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/tuning.h"

namespace tonelift {

// Minimum gain; it exceeds the difference between two runs with the same numbers.
constexpr double least_gain = 0.02;

struct TuneSearch {
    // A safe upper bound of the candidate's time, relative to that of `best`.
    std::function<double(const Tuning& candidate, const Tuning& best)> compare;
    std::function<bool()> has_time;
    // Called after each candidate; tried: number of candidates in this round so far.
    std::function<void(size_t tried, size_t of)> report;
};

// The scope of a search.
struct TuneScope {
    std::string_view kind;  // of the machine: "cuda" or "cpu"
    bool delays;            // whether to tune numbers that affect delay and memory, too
};

// The fastest numbers found: the shipped ones, except where others are faster by least_gain. Rounds
// over all numbers continue as long as they find gains and there is time.
Tuning find_fastest(const TuneScope& scope, const TuneSearch& search);

}  // namespace tonelift

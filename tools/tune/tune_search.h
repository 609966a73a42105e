// SPDX-License-Identifier: BSD-2-Clause
//
// The search of `tonelift tune`: tries all values of each tuning number, one number at a time.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/tuning.h"

namespace tonelift {

// Minimum gain. It exceeds the variation between two runs with the same numbers.
constexpr double least_gain = 0.02;

struct TuneSearch {
    // Returns a safe upper bound of the candidate's time, relative to the time of `best`.
    std::function<double(const Tuning& candidate, const Tuning& best)> compare;
    std::function<bool()> has_time;
    // Called after each candidate. tried: number of candidates in this round so far; of: number of
    // all candidates of a round.
    std::function<void(size_t tried, size_t of)> report;
};

// The scope of a search.
struct TuneScope {
    std::string_view kind;  // kind of the machine: "cuda" or "cpu"
    bool delays;            // whether to tune numbers that affect delay and memory, too
};

// Returns the fastest numbers found. A shipped number is replaced only if another is faster by
// least_gain. Rounds over all numbers continue as long as they find gains and time is left.
Tuning find_fastest(const TuneScope& scope, const TuneSearch& search);

}  // namespace tonelift

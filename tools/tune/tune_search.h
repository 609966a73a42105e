// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the fastest tuning numbers for `tonelift tune`. Tries all values of each number, one number
// at a time.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/tuning.h"

namespace tonelift {

// Minimum gain. It exceeds the variation between two runs with the same numbers.
constexpr double least_gain = 0.02;

struct TuneSearch {
    // Returns a safe upper bound of the candidate's time. It is relative to the time of `best`.
    std::function<double(const Tuning& candidate, const Tuning& best)> compare;
    std::function<bool()> has_time;
    // Called after each candidate. `tried` is the number of candidates tried in this round, and
    // `of` the number of all candidates of a round.
    std::function<void(size_t tried, size_t of)> report;
};

// The scope of a search.
struct TuneScope {
    std::string_view kind;  // kind of the machine: "cuda" or "cpu"
    bool delays;            // whether to tune numbers that affect delay and memory, too
};

// Returns the fastest numbers that were found. A shipped number is replaced only if another is
// faster by at least least_gain. The search ends when a round over all numbers finds no gain, or
// when the time is over.
Tuning find_fastest(const TuneScope& scope, const TuneSearch& search);

}  // namespace tonelift

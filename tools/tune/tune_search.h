// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the fastest tuning numbers for `tonelift tune`. Tries all values of each number, one number
// at a time.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/tuning.h"

namespace tonelift {

// Minimum reduction of the time, as a fraction, for which a tuning number is replaced. The times of
// runs with equal tuning numbers vary by less than this fraction.
constexpr double least_gain = 0.02;

struct TuneSearch {
    // Returns a safe upper bound of the candidate's time / the time of `best`.
    std::function<double(const Tuning& candidate, const Tuning& best)> compare;
    std::function<bool()> has_time;
    // Called after each candidate. `tried` is the number of candidates tried in this round, and
    // `of` is their total.
    std::function<void(size_t tried, size_t of)> report;
};

struct TuneScope {
    std::string_view kind;  // kind of the machine: "cuda" or "cpu"
    bool delays;            // also tune numbers that affect delay and memory
};

// Returns the fastest tuning numbers. A shipped number is replaced only if another number reduces
// the time by at least least_gain.
Tuning find_fastest(const TuneScope& scope, const TuneSearch& search);

}  // namespace tonelift

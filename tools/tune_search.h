// SPDX-License-Identifier: BSD-2-Clause
//
// The search of `tonelift tune`: one tuning number after the other, each at all of its values.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/tuning.h"

namespace tonelift {

// A gain that is worth another number, and more than what two runs of the same numbers differ by.
constexpr double least_gain = 0.02;

struct TuneSearch {
    // The time that the candidate takes for certain, in parts of that which `best` takes.
    std::function<double(const Tuning& candidate, const Tuning& best)> compare;
    std::function<bool()> has_time;
    // A candidate was tried: so many of the round's candidates so far.
    std::function<void(size_t tried, size_t of)> tell;
};

// What a search is about.
struct TuneScope {
    std::string_view kind;  // of the machine: "cuda" or "cpu"
    bool delays;            // numbers that the delay and the memory follow, too
};

// The fastest numbers found: the shipped ones but for those
// that are faster by least_gain. Rounds over all numbers go on while they find something and there
// is time.
Tuning find_fastest(const TuneScope& scope, const TuneSearch& search);

}  // namespace tonelift

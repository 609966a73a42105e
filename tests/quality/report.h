// SPDX-License-Identifier: BSD-2-Clause
//
// The table of figures. Each figure may have a bar that it must reach.
#pragma once

#include <string>

namespace quality {

enum class Better { lower, higher };

// `bar` is the target of the project. If a figure misses it, `recorded` is the level that it has
// today, and its row says MISSED. The test then fails only if the figure is worse than `recorded`.
// Without a recorded level, the test fails if the bar is missed.
struct Bar {
    double bar;
    double recorded;
    Better better = Better::lower;

    static Bar at_most(double bar) { return {bar, bar, Better::lower}; }
    static Bar at_least(double bar) { return {bar, bar, Better::higher}; }
    Bar missed_at(double level) const { return {bar, level, better}; }
};

// Adds a figure to the table, and fails the test if it is too bad.
void judge(const std::string& figure, double value, const std::string& unit, const Bar& bar);
// Adds a figure to the table, for information only.
void tell(const std::string& figure, double value, const std::string& unit);

}  // namespace quality

// SPDX-License-Identifier: BSD-2-Clause
//
// The table of figures, and how each is judged.
#pragma once

#include <string>

namespace quality {

enum class Better { lower, higher };

// bar: the project's target. recorded: today's level of a figure that misses its bar. Its row says
// MISSED, and the test fails only if the figure is worse than the recorded level. Without a
// recorded level, the bar itself is asserted.
struct Bar {
    double bar;
    double recorded;
    Better better = Better::lower;

    static Bar at_most(double bar) { return {bar, bar, Better::lower}; }
    static Bar at_least(double bar) { return {bar, bar, Better::higher}; }
    Bar missed_at(double level) const { return {bar, level, better}; }
};

// Adds a row to the table and judges it.
void judge(const std::string& figure, double value, const std::string& unit, const Bar& bar);
// Adds a row without a bar.
void tell(const std::string& figure, double value, const std::string& unit);

}  // namespace quality

// SPDX-License-Identifier: BSD-2-Clause
// Prints the table of measured figures. A figure can have a limit; if it misses the limit, the test
// fails.
#pragma once

#include <string>

namespace quality {

enum class Better { lower, higher };

// Limit of a figure. A test fails only if the figure misses `bar` and is also worse than
// `recorded`, the value of an earlier run.
struct Bar {
    double bar;
    double recorded;
    Better better = Better::lower;

    static Bar at_most(double bar) { return {bar, bar, Better::lower}; }
    static Bar at_least(double bar) { return {bar, bar, Better::higher}; }
    Bar missed_at(double level) const { return {bar, level, better}; }
};

void judge(const std::string& figure, double value, const std::string& unit, const Bar& bar);
void tell(const std::string& figure, double value, const std::string& unit);

}  // namespace quality

// SPDX-License-Identifier: BSD-2-Clause
// Prints the table of measured figures. Each figure may have a limit that it must reach.
#pragma once

#include <string>

namespace quality {

enum class Better { lower, higher };

// A figure fails only if it misses `bar` and is worse than `recorded`.
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

// SPDX-License-Identifier: BSD-2-Clause
//
// How messages speak of names and numbers, and what a misspelt name may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Edits (insert, delete, replace, swap neighbors) that turn a into b.
int edit_distance(std::string_view a, std::string_view b);
// The candidate nearest to a misspelt name, empty when none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);
// nearest_name() as a hint, "did you mean 'clamp'?", or empty.
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

// The text as a message may hold it: control characters, which garble terminals, and what is not
// UTF-8 become '?'. Tabs stay, and so does the length.
std::string printable(std::string_view text);
// 'text', as messages set off what stands in the script.
std::string quote(std::string_view text);
// A number as messages print it: 1, 0.25, 1e-05.
std::string number_text(double value);
// [0, 1]
std::string range_text(double low, double high);

}  // namespace tonelift

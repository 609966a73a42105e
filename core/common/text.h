// SPDX-License-Identifier: BSD-2-Clause
// Formats names and numbers for messages, and suggests corrections of misspelled names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Returns the minimum number of edits that turn a into b. An edit inserts, deletes or replaces a
// character, or swaps two neighboring characters.
int edit_distance(std::string_view a, std::string_view b);
// Returns the candidate closest to a misspelled name, or an empty string if none is close.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);
// Lists names for messages: "allowed are a, b and c", or "allowed is a".
std::string allowed_names(const std::vector<std::string>& names);
// Returns the suggestion for a misspelled name, if there is one, and then the allowed names.
std::string suggestion_and_names(std::string_view name, const std::vector<std::string>& names);

bool same_name(std::string_view a, std::string_view b);

// Replaces invalid UTF-8 and control characters by '?', because control characters garble
// terminals. Tabs are kept.
std::string printable(std::string_view text);
std::string quote(std::string_view text);
// Formats a number for messages with at most 6 significant digits, such as 1, 0.25 or 1e-05.
std::string number_text(double value);
// Computes a 64-bit FNV-1a hash, which is not safe against deliberate collisions.
constexpr uint64_t digest_of_nothing = 0xcbf29ce484222325u;
constexpr uint64_t digest_of(std::string_view text, uint64_t start = digest_of_nothing) {
    for (const char c : text) start = (start ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return start;
}
// Formats a range for messages, such as [0, 1].
std::string range_text(double low, double high);

}  // namespace tonelift

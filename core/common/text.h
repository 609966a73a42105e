// SPDX-License-Identifier: BSD-2-Clause
//
// Names and numbers in messages, and suggestions for misspelt names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// The number of edits (insert, delete, replace, swap neighbors) that turn a into b.
int edit_distance(std::string_view a, std::string_view b);
// The candidate nearest to a misspelt name, empty when none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);
// nearest_name() as a hint, "did you mean 'clamp'?", or empty.
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

// Whether two names are the same but for the case of their letters, of which only those of ASCII
// have one.
bool same_name(std::string_view a, std::string_view b);

// The text as it may appear in a message: control characters, which garble terminals, and invalid
// UTF-8 become '?'. Tabs stay, and so does the length.
std::string printable(std::string_view text);
// The text in quotes, as messages show parts of the script.
std::string quote(std::string_view text);
// A number as messages print it: 1, 0.25, 1e-05.
std::string number_text(double value);
// A digest of a text: FNV-1a of 64 bits. Not safe against deliberate collisions. start: the digest
// of a text that stands before this one.
constexpr uint64_t digest_of_nothing = 0xcbf29ce484222325u;
constexpr uint64_t digest_of(std::string_view text, uint64_t start = digest_of_nothing) {
    for (const char c : text) start = (start ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return start;
}
// [0, 1]
std::string range_text(double low, double high);

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/text.h"

#include <algorithm>
#include <charconv>

#include "core/common/limits.h"

namespace tonelift {

namespace {
char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; }
}  // namespace

bool same_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

int edit_distance(std::string_view a, std::string_view b) {
    std::vector<int> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        next[0] = static_cast<int>(i);
        for (size_t j = 1; j <= b.size(); ++j) {
            const int change = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, change});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row[b.size()];
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
    if (name.size() > limits::name_length) return "";
    std::string best;
    int best_distance = std::max(1, static_cast<int>(name.size()) / 3) + 1;
    for (const std::string& candidate : candidates) {
        const int distance = edit_distance(name, candidate);
        if (distance >= best_distance || distance >= static_cast<int>(name.size())) continue;
        best = candidate;
        best_distance = distance;
    }
    return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
    const std::string best = nearest_name(name, candidates);
    return best.empty() ? "" : "did you mean " + quote(best) + "?";
}

std::string allowed_names(const std::vector<std::string>& names) {
    std::string text = names.size() == 1 ? "allowed is " : "allowed are ";
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
}

std::string suggestion_and_names(std::string_view name, const std::vector<std::string>& names) {
    const std::string near = suggestion(name, names);
    return (near.empty() ? "" : near + " ") + allowed_names(names);
}

namespace {

// Returns the length in bytes of the first UTF-8 character, or 0 if it is invalid.
size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return 1;
    const size_t length = first >= 0xc2 && first < 0xe0   ? 2
                          : first >= 0xe0 && first < 0xf0 ? 3
                          : first >= 0xf0 && first < 0xf5 ? 4
                                                          : 0;
    if (length > text.size()) return 0;
    for (size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
    }
    return length;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t length = character_length(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool control = (first < 0x20 && first != '\t') || first == 0x7f;
        if (length == 0 || control)
            out += '?';
        else
            out += text.substr(0, length);
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return out;
}

std::string quote(std::string_view text) {
    std::string quoted(1, '\'');
    quoted.append(printable(text)).push_back('\'');
    return quoted;
}

std::string number_text(double value) {
    char buffer[40];
    const auto result =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
    return {buffer, result.ptr};
}

std::string range_text(double low, double high) {
    std::string text(1, '[');
    return text.append(number_text(low)).append(", ").append(number_text(high)).append(1, ']');
}

}  // namespace tonelift

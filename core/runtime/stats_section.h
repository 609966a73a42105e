// SPDX-License-Identifier: BSD-2-Clause
//
// What a section of a statistics file begins with: what its lines were measured of and with, and
// what the numbers of a line are. Sections that say the same go together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// What a number of a line is, which says what it can be.
enum class StateKind : uint8_t { smooth, previous, scene_change, largest, slope };

// Of the states of a plan, in their order.
std::vector<StateKind> state_kinds(const Plan& plan);
// Whether a state of this kind can have this value; never NaN or an infinity.
bool is_possible(StateKind kind, float state);

// One thing that the statistics depend on, "key value note" in the file. Keys and values are words
// without spaces; notes, for people, may be anything on a line and are not compared.
struct StatsField {
    std::string key;
    std::string value;
    std::string note = {};

    bool operator==(const StatsField& other) const {
        return key == other.key && value == other.value;
    }
};

// The key of a digest of all that is computed. It says nothing to people, so it is only spoken of
// where nothing else differs.
constexpr const char* last_resort_key = "formula";

struct StatsSection {
    std::vector<StatsField> fields;  // no key twice
    std::vector<StateKind> states;

    bool operator==(const StatsSection&) const = default;
};

// The line that names the numbers of the lines that follow: "columns timestamp time smooth:5".
std::string columns_line(const std::vector<StateKind>& states);
// False for a line that is no such line.
bool read_columns(std::string_view line, std::vector<StateKind>* states);

// What tells two sections apart, a sentence for each: "size is 64x36 there and 96x54 here".
std::vector<std::string> differences(const StatsSection& there, const StatsSection& here);

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// The head of a section of a statistics file: the conditions of its lines, and the meaning of their
// numbers. Sections with equal heads belong together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The kind of a number, which limits its values.
enum class StateKind : uint8_t { smooth, previous, scene_change, largest, slope };

// The kinds of a plan's states, in their order.
std::vector<StateKind> state_kinds(const Plan& plan);
// Whether a state of this kind can have this value; never for NaN or an infinity.
bool is_possible(StateKind kind, float state);

// One condition of the statistics, "key value note" in the file. Keys and values are words without
// spaces; notes, for people, may be anything on a line and are not compared.
struct StatsField {
    std::string key;
    std::string value;
    std::string note = {};

    bool operator==(const StatsField& other) const {
        return key == other.key && value == other.value;
    }
};

// The key of a digest of everything that is computed. It says nothing to people, so messages
// mention it only if nothing else differs.
constexpr const char* last_resort_key = "formula";

struct StatsSection {
    std::vector<StatsField> fields;  // keys are unique
    std::vector<StateKind> states;

    bool operator==(const StatsSection&) const = default;
};

// The line that names the numbers of the lines after it: "columns timestamp time smooth:5".
std::string columns_line(const std::vector<StateKind>& states);
// Parses such a line; false for any other.
bool read_columns(std::string_view line, std::vector<StateKind>* states);

// The differences between two sections, a sentence for each: "size is 64x36 there and 96x54 here".
std::vector<std::string> differences(const StatsSection& there, const StatsSection& here);

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// The head of a section in a statistics file: the conditions under which its lines are valid, and
// the meaning of their numbers. Sections with equal heads form one section.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The kind of a number, which determines its range.
// light: light of the source (source_light.h), which streams write but never read.
enum class StateKind : uint8_t { smooth, previous, scene_change, largest, slope, light };

// A column of numbers. Its name is for users: the first variable of the script that depends on the
// number, or empty. Names are not compared.
struct StatsColumn {
    StatsColumn(StateKind its_kind, std::string its_name = {})
        : kind(its_kind), name(std::move(its_name)) {}
    bool operator==(const StatsColumn& other) const { return kind == other.kind; }

    StateKind kind;
    std::string name;
};

// Returns one column per state of a plan, in order.
std::vector<StatsColumn> columns_of(const Plan& plan);
// Removes the columns of light, which streams do not read and older files lack.
std::vector<StatsColumn> without_light(std::vector<StatsColumn> columns);
// Returns whether a state of this kind can have this value; false for NaN and infinities.
bool is_possible(StateKind kind, float state);

// A condition of the statistics, "key value note" in the file. Keys and values are words without
// spaces. Notes are for users: they may be any text within the line and are not compared.
struct StatsField {
    std::string key;
    std::string value;
    std::string note = {};

    bool operator==(const StatsField& other) const {
        return key == other.key && value == other.value;
    }
};

// The key of a digest of all computations. Messages mention it only if nothing else differs,
// because users cannot interpret it.
constexpr const char* last_resort_key = "formula";

struct StatsSection {
    std::vector<StatsField> fields;  // keys are unique
    std::vector<StatsColumn> columns;

    bool operator==(const StatsSection&) const = default;
};

// Returns the line that names the columns. "columns timestamp time smooth:1:white smooth:5" ends
// with five unnamed columns.
std::string columns_line(const std::vector<StatsColumn>& columns);
// Parses a columns_line(). Returns false for any other line.
bool read_columns(std::string_view line, std::vector<StatsColumn>* columns);

// Returns the differences between two sections, one sentence each: "size is 64x36 there and 96x54
// here".
std::vector<std::string> differences(const StatsSection& there, const StatsSection& here);

}  // namespace tonelift

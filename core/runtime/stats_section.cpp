// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_section.h"

#include <algorithm>
#include <array>

#include "core/common/limits.h"
#include "core/common/scanner.h"
#include "core/common/text.h"
#include "core/runtime/source_light.h"

namespace tonelift {
namespace {

constexpr std::string_view columns_start = "columns timestamp time";
constexpr size_t most_states = 4096;  // maximum per line; a script has at most 256 statistics

// Operations with a state clamp their results to the range of half floats.
constexpr float largest_number = 65504;
// Maximum of the states of kind `slope`: the share of a bin (kernels/frame/anchor.h).
constexpr float steepest_slope = adaptive_curve_bins;

struct Kind {
    std::string_view name;
    float low;
    float high;
};

// The kinds, in the order of StateKind.
constexpr std::array<Kind, 6> kinds = {{{"smooth", -largest_number, largest_number},
                                        {"previous", -largest_number, largest_number},
                                        {"scene_change", 0, 1},
                                        {"largest", 0, largest_number},
                                        {"slope", 0, steepest_slope},
                                        {"light", 0, 1}}};

const Kind& row(StateKind kind) { return kinds[static_cast<size_t>(kind)]; }

StateKind kind_of(const FrameOperation& operation) {
    if (operation.name.starts_with(source_light_prefix)) return StateKind::light;
    switch (operation.op) {
        case FrameOp::previous:
            return StateKind::previous;
        case FrameOp::scene_change:
            return StateKind::scene_change;
        case FrameOp::largest:
            return StateKind::largest;
        case FrameOp::curve:
            return StateKind::slope;
        default:
            return StateKind::smooth;
    }
}

const StatsField* find(const std::vector<StatsField>& fields, const std::string& key) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const StatsField& field) { return field.key == key; });
    return found == fields.end() ? nullptr : &*found;
}

// Returns a key as it appears in messages: "param.smoothing" becomes "param smoothing".
std::string spoken(std::string key) {
    std::replace(key.begin(), key.end(), '.', ' ');
    return key;
}

std::string value_of(const StatsField* field) {
    if (field == nullptr) return "not given";
    return field->value + (field->note.empty() ? "" : " (" + field->note + ")");
}

}  // namespace

std::vector<StatsColumn> columns_of(const Plan& plan) {
    std::vector<StatsColumn> result(static_cast<size_t>(plan.states), StateKind::smooth);
    for (const auto& any_step : plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step == nullptr) continue;
        for (const FrameOperation& operation : step->operations) {
            if (operation.state < 0) continue;
            std::fill_n(result.begin() + operation.state, states_of(operation.op, operation.curve),
                        StatsColumn(kind_of(operation), operation.name));
        }
    }
    return result;
}

std::vector<StatsColumn> without_light(std::vector<StatsColumn> columns) {
    std::erase(columns, StateKind::light);
    return columns;
}

bool is_possible(StateKind kind, float state) {
    return state >= row(kind).low && state <= row(kind).high;
}

std::string columns_line(const std::vector<StatsColumn>& columns) {
    std::string line(columns_start);
    const auto alike = [](const StatsColumn& a, const StatsColumn& b) {
        return a == b && a.name == b.name;
    };
    for (size_t i = 0, next = 0; i < columns.size(); i = next) {
        while (next < columns.size() && alike(columns[next], columns[i])) ++next;
        line += ' ';
        line += row(columns[i].kind).name;
        line += ':';
        append(line, next - i);
        if (!columns[i].name.empty()) line += ':' + columns[i].name;
    }
    return line;
}

bool read_columns(std::string_view line, std::vector<StatsColumn>* columns) {
    Scanner scanner(line);
    columns->clear();
    if (!scanner.literal(columns_start)) return false;
    while (!scanner.done()) {
        if (!scanner.literal(" ")) return false;
        const std::string_view kind_name = scanner.word(':');
        const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const Kind& known) { return known.name == kind_name; });
        size_t count = 0;
        if (kind == kinds.end() || !scanner.literal(":") || !scanner.number(count)) return false;
        if (count < 1 || count > most_states - columns->size()) return false;
        const std::string name(scanner.literal(":") ? scanner.word(' ') : "");
        if (name.size() > limits::name_length) return false;
        columns->insert(columns->end(), count,
                        {static_cast<StateKind>(kind - kinds.begin()), printable(name)});
    }
    return true;
}

std::vector<std::string> differences(const StatsSection& there, const StatsSection& here) {
    std::vector<std::string> result;
    const auto compare = [&](const std::string& key) {
        const StatsField *a = find(there.fields, key), *b = find(here.fields, key);
        if (a == nullptr ? b == nullptr : b != nullptr && *a == *b) return;
        result.push_back(spoken(key) + " is " + value_of(a) + " there and " + value_of(b) +
                         " here");
    };
    for (const StatsField& field : here.fields) {
        if (field.key != last_resort_key) compare(field.key);
    }
    for (const StatsField& field : there.fields) {
        if (field.key != last_resort_key && find(here.fields, field.key) == nullptr)
            compare(field.key);
    }
    if (result.empty()) compare(last_resort_key);
    if (result.empty() && without_light(there.columns) != without_light(here.columns))
        result.push_back("the numbers of a frame are '" + columns_line(there.columns) +
                         "' there and '" + columns_line(here.columns) + "' here");
    return result;
}

}  // namespace tonelift

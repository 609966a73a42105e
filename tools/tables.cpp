// SPDX-License-Identifier: BSD-2-Clause
#include "tools/tables.h"

#include <algorithm>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "core/language/builtins.h"
#include "core/runtime/settings.h"
#include "kernels/format.h"
#include "kernels/tuning.h"

namespace tonelift {
namespace {

using Row = std::vector<std::string>;

// Escapes the characters that Markdown interprets: | ends a cell, * and _ mark emphasis, and <
// begins a tag.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '*' || c == '_' || c == '<') out += '\\';
        out += c;
    }
    return out;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

std::string markdown_row(const Row& row) {
    std::string out(1, '|');
    for (const std::string& cell : row) out.append(" ").append(cell).append(" |");
    return out + "\n";
}

std::string markdown_table(const Row& head, const std::vector<Row>& rows) {
    std::string out = markdown_row(head) + markdown_row(Row(head.size(), "---"));
    for (const Row& row : rows) out += markdown_row(row);
    return out;
}

std::string text_table(const std::vector<Row>& rows) {
    std::vector<size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string out;
    for (const Row& row : rows) {
        std::string line(2, ' ');
        for (size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string section(const std::string& title, TableStyle style) {
    return style == TableStyle::markdown ? "\n### " + title + "\n\n" : "\n" + title + "\n";
}

// --- built-ins

std::string builtins_of(Category category, TableStyle style) {
    std::vector<Row> rows;
    for (const Builtin& builtin : builtins()) {
        if (builtin.category != category) continue;
        if (style == TableStyle::text)
            rows.push_back({builtin.signature, builtin.formula});
        else
            rows.push_back({code(builtin.signature), escaped(builtin.formula),
                            escaped(builtin.range), escaped(builtin.source)});
    }
    return style == TableStyle::text
               ? text_table(rows)
               : markdown_table({"built-in", "result", "range and unit", "source"}, rows);
}

// --- options

std::string range_of(const Option& option) {
    if (option.type == OptionType::text || option.type == OptionType::choice) return "";
    const std::string unit = option.unit.empty() ? "" : " " + option.unit;
    return number_text(option.minimum) + " to " + number_text(option.maximum) + unit;
}

std::string type_of(const Option& option) {
    switch (option.type) {
        case OptionType::text:
            return "text";
        case OptionType::number:
            return option.values.empty() ? "number" : "number or name";
        case OptionType::whole:
            return "whole number";
        case OptionType::choice:
            break;
    }
    return "name";
}

std::string names_of(const Option& option, TableStyle style) {
    std::string names = style == TableStyle::markdown ? code(option.name) : option.name;
    for (const std::string& alias : option.aliases)
        names += ", " + (style == TableStyle::markdown ? code(alias) : alias);
    return names;
}

void add_option(const Option& option, TableStyle style, std::vector<Row>* rows) {
    const std::string live = option.live ? "yes" : "";
    if (style == TableStyle::markdown) {
        rows->push_back({names_of(option, style), type_of(option), code(option.default_value()),
                         escaped(range_of(option)), live, escaped(option.help)});
        return;
    }
    std::string note = range_of(option);
    for (const OptionValue& value : option.values)
        note.append(note.empty() ? "" : ", ").append(value.name);
    if (!note.empty()) note = " (" + note + ")";
    rows->push_back({names_of(option, style), option.default_value(), option.help + note});
}

// Lists the values of an option. Options in_* need no list, because their help refers to the
// output option.
std::string values_of(const Option& option) {
    std::vector<Row> rows;
    for (const OptionValue& value : option.values)
        rows.push_back({code(value.name), escaped(value.help)});
    return "\nValues of `" + option.name + "`:\n\n" + markdown_table({"value", "meaning"}, rows);
}

std::vector<std::string> option_groups() {
    std::vector<std::string> groups;
    for (const Option& option : options()) {
        if (std::find(groups.begin(), groups.end(), option.group) == groups.end())
            groups.push_back(option.group);
    }
    return groups;
}

std::string group_title(const std::string& group) {
    if (group == "color_out") return "color out";
    if (group == "color_in") return "color in";
    return group;
}

// --- presets

std::string values_of(const Algorithm& algorithm, TableStyle style) {
    Row head{"preset"};
    std::vector<Row> rows;
    for (const Preset& preset : presets()) {
        if (std::string(preset.algorithm) != algorithm.name) continue;
        const std::vector<ScriptParam> params = preset_params(preset);
        rows.push_back({style == TableStyle::markdown ? code(preset.name) : preset.name});
        head.resize(1);
        for (const ScriptParam& param : params) {
            head.push_back(param.name);
            rows.back().push_back(number_text(param.default_value));
        }
    }
    const std::string title = section(std::string("Values of ") + algorithm.name, style);
    if (style == TableStyle::markdown) return title + markdown_table(head, rows);
    rows.insert(rows.begin(), head);
    return title + text_table(rows);
}

// --- formats

std::string family_of(const Format& format) {
    switch (format.family) {
        case Family::YUV:
            return "YUV";
        case Family::GRAY:
            return "gray";
        case Family::RGB:
            break;
    }
    return "RGB";
}

std::string chroma_of(const Format& format) {
    if (format.family != Family::YUV) return "";
    if (format.chroma_h > 0) return "4:2:0";
    return format.chroma_w > 0 ? "4:2:2" : "4:4:4";
}

std::string bits_of(const Format& format) {
    return format.sample == Sample::F32 ? "float" : std::to_string(format.depth);
}

}  // namespace

std::string builtins_table(TableStyle style) {
    std::string out;
    for (int i = 0; i <= static_cast<int>(Category::media); ++i) {
        const auto category = static_cast<Category>(i);
        out += section(category_name(category), style) + builtins_of(category, style);
    }
    return out.substr(1);
}

std::string options_table(TableStyle style) {
    std::string out;
    for (const std::string& group : option_groups()) {
        std::vector<Row> rows;
        std::string values;
        for (const Option& option : options()) {
            if (option.group != group) continue;
            add_option(option, style, &rows);
            if (!option.values.empty() && !option.name.starts_with("in_"))
                values += values_of(option);
        }
        out += section(group_title(group), style);
        if (style == TableStyle::text)
            out += text_table(rows);
        else
            out += markdown_table({"option", "type", "default", "range", "live", "meaning"}, rows) +
                   values;
    }
    return out.substr(1);
}

std::vector<ScriptParam> preset_params(const Preset& preset) {
    tonelift_options options = default_options();
    options.preset = preset.name;
    ParamsInUse in_use = params_in_use(Settings(options), Log());
    for (size_t i = 0; i < in_use.params.size(); ++i)
        in_use.params[i].default_value = in_use.values[i];
    return in_use.params;
}

std::string presets_table(TableStyle style) {
    std::vector<Row> looks;
    const bool markdown = style == TableStyle::markdown;
    for (const Preset& preset : presets()) {
        if (markdown)
            looks.push_back({code(preset.name), code(preset.algorithm), escaped(preset.sentence)});
        else
            looks.push_back({preset.name, preset.algorithm, preset.sentence});
    }
    std::string out =
        markdown ? markdown_table({"preset", "algorithm", "look"}, looks) : text_table(looks);
    for (const Algorithm& algorithm : algorithms()) out += values_of(algorithm, style);
    return out;
}

std::string tuning_table(TableStyle style) {
    const bool markdown = style == TableStyle::markdown;
    std::vector<Row> rows;
    for (const TuningNumber& number : tuning_numbers()) {
        const std::string name(number.name);
        std::string values;
        for (const int value : number.values)
            values += (values.empty() ? "" : ", ") + std::to_string(value);
        rows.push_back({markdown ? code(name) : name, std::string(number.machine),
                        std::to_string(number.shipped()), values, std::string(number.help)});
    }
    if (!markdown) return text_table(rows);
    return markdown_table({"number", "on", "shipped", "values", "meaning"}, rows);
}

std::string formats_table(TableStyle style) {
    const Row head{"format", "GStreamer", "family", "chroma", "bits", "planes", "alpha"};
    std::vector<Row> rows;
    if (style == TableStyle::text) rows.push_back(head);
    for (const Format& format : formats()) {
        const bool markdown = style == TableStyle::markdown;
        rows.push_back({markdown ? code(format.ffmpeg) : format.ffmpeg,
                        markdown ? code(format.gstreamer) : format.gstreamer, family_of(format),
                        chroma_of(format), bits_of(format), std::to_string(format.planes()),
                        format.has_alpha() ? "yes" : ""});
    }
    return style == TableStyle::text ? text_table(rows) : markdown_table(head, rows);
}

std::string params_table(std::span<const ScriptParam> params) {
    std::vector<Row> rows;
    for (const ScriptParam& param : params) {
        if (param.kind == ParamKind::boolean)
            rows.push_back(
                {"bool", param.name, param.default_value > 0 ? "true" : "false", "", param.help});
        else
            rows.push_back({param.kind == ParamKind::whole ? "int" : "float", param.name,
                            number_text(param.default_value), range_text(param.low, param.high),
                            param.help});
    }
    return text_table(rows);
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_text.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "core/common/limits.h"
#include "core/common/regular_file.h"
#include "core/common/scanner.h"
#include "core/common/text.h"
#include "core/metadata/light/source_light.h"
#include "core/runtime/clock.h"
#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

constexpr std::string_view columns_start = "columns timestamp time";
// Maximum number of states per line.
constexpr size_t most_states = 4096;

// Largest value of a statistic. Scripts must not rely on numbers beyond 2^120.
constexpr float largest_number = 0x1p120f;
// The mean of the slopes of all bins is 1, so no slope exceeds the number of bins.
constexpr float steepest_slope = adaptive_curve_bins;

struct ColumnKind {
    std::string_view name;
    float low;
    float high;
};

constexpr std::array<ColumnKind, 6> column_kinds = {{{"smooth", -largest_number, largest_number},
                                                     {"previous", -largest_number, largest_number},
                                                     {"scene_change", 0, 1},
                                                     {"largest", 0, largest_number},
                                                     {"slope", 0, steepest_slope},
                                                     {"light", 0, 1}}};

const ColumnKind& row(StateKind kind) { return column_kinds[static_cast<size_t>(kind)]; }

using ColumnGroups = std::map<std::pair<StateKind, std::string>, std::vector<size_t>>;

ColumnGroups groups_of(const std::vector<StatsColumn>& columns) {
    ColumnGroups groups;
    for (size_t i = 0; i < columns.size(); ++i)
        groups[{columns[i].kind, columns[i].name}].push_back(i);
    return groups;
}

// Returns the names of the columns of `here` that `there` lacks, such as "white, middle".
std::string missing_columns(const ColumnGroups& there, const ColumnGroups& here) {
    std::string names;
    for (const auto& [column, indices] : here) {
        const auto found = there.find(column);
        if (found != there.end() && found->second.size() == indices.size()) continue;
        const auto& [kind, name] = column;
        names += names.empty() ? "" : ", ";
        names += name.empty() ? row(kind).name : std::string_view(name);
    }
    return names;
}

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

std::string spoken(std::string key) {
    std::replace(key.begin(), key.end(), '.', ' ');
    return key;
}

std::string value_of(const StatsField* field) {
    if (field == nullptr) return "not given";
    return field->value + (field->note.empty() ? "" : " (" + field->note + ")");
}

// Numbers of bytes that open_stats() reads: at the start of a file, to find its version, and at the
// end, to find its last line.
constexpr size_t first_bytes = 64;
constexpr size_t last_bytes = 256;
// Maximum number of fields in the header of a section.
constexpr size_t most_fields = 256;
// Limit for times in seconds. Below this limit, the time in nanoseconds fits into 64 bits.
constexpr double most_seconds = 9e9;

struct Opened {
    FileDescriptor file;
    int version = 0;
    std::string ending;

    bool is_complete() const;
};

bool Opened::is_complete() const {
    if (ending.empty() || ending.back() != '\n') return false;
    const size_t start = ending.rfind('\n', ending.size() - 2);
    return start != std::string::npos &&
           std::string_view(ending).substr(start + 1).starts_with(stats_text::end);
}

// Throws Error (io) for a missing statistics file. Mentions the file that an interrupted run left.
[[noreturn]] void fail_without_stats(const std::string& path) {
    const std::string part = ReplacedFile::part_of(path);
    const std::string left =
        access(part.c_str(), F_OK) == 0
            ? "; " + quote(part) + " is of a run that did not finish" + measure_again
            : "";
    fail_for_stats(path, std::string("cannot be read: ") + std::strerror(ENOENT) + left);
}

std::optional<Opened> open_stats(const std::string& path) {
    if (path == "-") fail_for_stats(path, "is no file; name one, or ./- for this name");
    Opened opened;
    std::string kind, first;
    int reason = open_regular(path, &opened.file, &kind);
    if (reason == ENOENT) return std::nullopt;
    if (!kind.empty()) fail_for_stats(path, "is " + kind + "; allowed is a regular file");
    const int file = opened.file.descriptor();
    if (reason == 0) reason = read_some(file, first_bytes, &first);
    if (reason == 0 && !first.empty()) {
        Scanner scanner(first);
        if (!scanner.literal(stats_text::magic) || !scanner.number(opened.version) ||
            !(scanner.literal("\n") || scanner.literal(" ")))
            fail_for_stats(path, "is not a statistics file of Tonelift; it is left unchanged");
        const off_t size = lseek(file, 0, SEEK_END);
        lseek(file, std::max<off_t>(size - static_cast<off_t>(last_bytes), 0), SEEK_SET);
        reason = read_some(file, last_bytes, &opened.ending);
        lseek(file, 0, SEEK_SET);
    }
    if (reason != 0) fail_for_stats(path, std::string("cannot be read: ") + std::strerror(reason));
    return opened;
}

bool read_light(std::string_view line, LightLevel& light) {
    Scanner scanner(line);
    const bool read = scanner.literal(stats_text::light) && scanner.number(light.max_cll) &&
                      scanner.literal(" ") && scanner.number(light.max_fall) && scanner.done();
    const auto possible = [](double nits) { return nits >= 0 && nits <= 10000; };
    return read && possible(light.max_cll) && possible(light.max_fall);
}

bool read_time(Scanner& scanner, StatsFrame& frame) {
    const std::string_view word = scanner.word(' ');
    if (word == stats_text::unknown) return true;
    Scanner number(word);
    return number.number(frame.nanoseconds.emplace()) && number.done();
}

}  // namespace

const StatsField* find_field(const std::vector<StatsField>& fields, const std::string& key) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const StatsField& field) { return field.key == key; });
    return found == fields.end() ? nullptr : &*found;
}

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

float possible_state(float state) {
    return std::isfinite(state) ? std::clamp(state, -largest_number, largest_number)
                                : math::sanitize(state);
}

bool is_possible(StateKind kind, float state) {
    return state >= row(kind).low && state <= row(kind).high;
}

std::optional<std::vector<size_t>> find_columns(const std::vector<StatsColumn>& there,
                                                const std::vector<StatsColumn>& here) {
    const ColumnGroups known = groups_of(there), wanted = groups_of(here);
    if (!missing_columns(known, wanted).empty()) return std::nullopt;
    std::vector<size_t> result(here.size());
    for (const auto& [column, indices] : wanted) {
        const std::vector<size_t>& found = known.at(column);
        for (size_t i = 0; i < indices.size(); ++i) result[indices[i]] = found[i];
    }
    return result;
}

std::string columns_line(const std::vector<StatsColumn>& columns) {
    std::string line(columns_start);
    for (size_t i = 0, next = 0; i < columns.size(); i = next) {
        while (next < columns.size() && columns[next] == columns[i]) ++next;
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
        const auto kind =
            std::find_if(column_kinds.begin(), column_kinds.end(),
                         [&](const ColumnKind& known) { return known.name == kind_name; });
        size_t count = 0;
        if (kind == column_kinds.end() || !scanner.literal(":") || !scanner.number(count))
            return false;
        if (count < 1 || count > most_states - columns->size()) return false;
        const std::string name(scanner.literal(":") ? scanner.word(' ') : "");
        if (name.size() > limits::name_length) return false;
        columns->insert(columns->end(), count,
                        {static_cast<StateKind>(kind - column_kinds.begin()), printable(name)});
    }
    return true;
}

std::vector<std::string> differences(const StatsSection& there, const StatsSection& here) {
    std::vector<std::string> result;
    const auto compare = [&](const std::string& key) {
        const StatsField *a = find_field(there.fields, key), *b = find_field(here.fields, key);
        if (a == nullptr ? b == nullptr : b != nullptr && *a == *b) return;
        result.push_back(spoken(key) + " is " + value_of(a) + " there and " + value_of(b) +
                         " here");
    };
    for (const StatsField& field : here.fields) {
        if (field.key != last_resort_key) compare(field.key);
    }
    for (const StatsField& field : there.fields) {
        if (field.key != last_resort_key && find_field(here.fields, field.key) == nullptr)
            compare(field.key);
    }
    if (result.empty()) compare(last_resort_key);
    if (!result.empty()) return result;
    const std::string missing = missing_columns(groups_of(there.columns), groups_of(here.columns));
    if (!missing.empty()) result.push_back("the file lacks the statistics '" + missing + "'");
    return result;
}

void fail_for_stats(const std::string& path, const std::string& what) {
    throw Error(Failure::io, "stats_file " + quote(path) + " " + what);
}

std::string lacks_line(int64_t timestamp, const std::string& extent) {
    return "has no line for the frame with timestamp " + std::to_string(timestamp) +
           "; its timestamps go from " + extent +
           "; with -ss, FFmpeg keeps the timestamps of the film only if -copyts is given";
}

class StatsLines::Reader {
  public:
    Reader(FileDescriptor file, const std::string& path) : file_(std::move(file)), path_(path) {}

    bool next(std::string_view* line) {
        size_t end = 0;
        while ((end = buffer_.find('\n', at_)) == std::string::npos) {
            if (buffer_.size() - at_ > stats_text::longest_line) fail("is too long");
            if (!fill()) return false;
        }
        *line = std::string_view(buffer_).substr(at_, end - at_);
        at_ = end + 1;
        ++number_;
        return true;
    }
    [[noreturn]] void fail(const std::string& what) const {
        fail_for_stats(path_,
                       "is damaged: line " + std::to_string(number_) + " " + what + measure_again);
    }

  private:
    bool fill() {
        constexpr size_t block_bytes = 65536;
        std::string block;
        if (const int reason = read_some(file_.descriptor(), block_bytes, &block))
            fail_for_stats(path_, std::string("cannot be read: ") + std::strerror(reason));
        buffer_.erase(0, at_);
        buffer_ += block;
        at_ = 0;
        return !block.empty();
    }

    FileDescriptor file_;
    std::string path_;
    std::string buffer_;
    size_t at_ = 0;
    size_t number_ = 0;
};

bool has_stats(const std::string& path) {
    const auto opened = open_stats(path);
    return opened && opened->is_complete();
}

std::optional<LightLevel> light_of_stats(const std::string& path) {
    const auto opened = open_stats(path);
    if (!opened || !opened->is_complete() || opened->version != stats_text::version)
        return std::nullopt;
    const std::string& ending = opened->ending;
    const size_t end = ending.rfind('\n', ending.size() - 2);
    const size_t start = end > 0 ? ending.rfind('\n', end - 1) : std::string::npos;
    LightLevel light;
    if (start == std::string::npos) return std::nullopt;
    const auto line = std::string_view(ending).substr(start + 1, end - start - 1);
    return read_light(line, light) ? std::optional(light) : std::nullopt;
}

StatsLines::StatsLines(const std::string& path) : path_(path) {
    auto opened = open_stats(path);
    if (!opened) fail_without_stats(path);
    if (!opened->is_complete())
        fail_for_stats(path, std::string("is not complete") + measure_again);
    if (opened->version != stats_text::version)
        fail_for_stats(path, "is of version " + std::to_string(opened->version) +
                                 "; this Tonelift reads version " +
                                 std::to_string(stats_text::version) + measure_again);
    lines_ = std::make_unique<Reader>(std::move(opened->file), path);
    lines_->next(&line_);
}

StatsLines::~StatsLines() = default;

StatsLines::Item StatsLines::next() {
    while (lines_->next(&line_)) {
        if (line_ == stats_text::section) {
            read_section();
            return Item::section;
        }
        if (line_.starts_with(stats_text::end)) {
            check_end();
            return Item::end;
        }
        if (!line_.starts_with(stats_text::light)) {
            read_frame();
            return Item::frame;
        }
        if (!read_light(line_, light_)) lines_->fail("is not a light level");
    }
    fail_for_stats(path_, std::string("is not complete") + measure_again);
}

void StatsLines::read_section() {
    section_ = {};
    while (lines_->next(&line_) && !read_columns(line_, &section_.columns)) {
        Scanner scanner(line_);
        StatsField field;
        field.key = scanner.word(' ');
        if (find_field(section_.fields, field.key) != nullptr) lines_->fail("repeats a key");
        if (field.key.empty() || !scanner.literal(" ")) lines_->fail("is not part of a header");
        field.value = scanner.word(' ');
        if (scanner.literal(" ")) field.note = scanner.word('\n');
        section_.fields.push_back(std::move(field));
        if (section_.fields.size() > most_fields)
            lines_->fail("exceeds the limit of lines in a header");
    }
    in_section_ = true;
}

void StatsLines::read_frame() {
    if (!in_section_) lines_->fail("is outside of any section");
    if (++count_ > stats_text::most_lines) lines_->fail("exceeds the limit of lines");
    Scanner scanner(line_);
    frame_ = {};
    states_.clear();
    if (!scanner.number(frame_.timestamp) || !scanner.literal(" ") || !read_time(scanner, frame_))
        lines_->fail("has no timestamp and time");
    for (const StatsColumn& column : section_.columns) {
        float state = 0;
        if (!scanner.literal(" ") || !scanner.number(state, std::chars_format::hex))
            lines_->fail("has too few numbers");
        if (!is_possible(column.kind, state)) lines_->fail("has an impossible number");
        states_.push_back(state);
    }
    if (!scanner.done()) lines_->fail("has too many numbers");
}

void StatsLines::check_end() {
    const std::string shown = printable(line_.substr(0, 40));
    Scanner scanner(line_.substr(stats_text::end.size()));
    size_t announced = 0;
    if (!scanner.number(announced) || !scanner.done() || announced != count_)
        fail_for_stats(path_, "is damaged: it ends with '" + shown + "' and has " +
                                  std::to_string(count_) + " frames" + measure_again);
    if (lines_->next(&line_)) lines_->fail("is after the end");
}

StatsFrame key_of(const tonelift_frame& frame) {
    StatsFrame key{frame.timestamp};
    if (std::abs(frame.time) < most_seconds) key.nanoseconds = std::llround(frame.time * 1e9);
    return key;
}

double step_between(const StatsFrame& before, const StatsFrame& after) {
    if (!before.nanoseconds || !after.nanoseconds) return Clock::unknown_duration;
    // Subtracts doubles, because the difference of the integers can overflow.
    return Clock::step(
        (static_cast<double>(*after.nanoseconds) - static_cast<double>(*before.nanoseconds)) / 1e9);
}

void append_magic(std::string& text) {
    text += stats_text::magic;
    append(text, stats_text::version);
    text += '\n';
}

void append_section(std::string& text, const StatsSection& section) {
    text += stats_text::section;
    text += '\n';
    for (const StatsField& field : section.fields) {
        text += field.key + ' ' + field.value;
        text += field.note.empty() ? "\n" : ' ' + field.note + '\n';
    }
    text += columns_line(section.columns) + '\n';
}

void append_frame(std::string& text, const StatsFrame& frame, std::span<const float> states) {
    append(text, frame.timestamp);
    text += ' ';
    if (frame.nanoseconds)
        append(text, *frame.nanoseconds);
    else
        text += stats_text::unknown;
    for (const float state : states) {
        text += ' ';
        append(text, state, std::chars_format::hex);
    }
    text += '\n';
}

void append_end(std::string& text, const LightLevel& light, size_t count) {
    if (light.max_cll > 0) {
        text += stats_text::light;
        append(text, light.max_cll);
        text += ' ';
        append(text, light.max_fall);
        text += '\n';
    }
    text += stats_text::end;
    append(text, count);
    text += '\n';
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// The text format of a statistics file (stats_file.h). The head of a section has the conditions
// under which its lines are valid, and the meaning of their numbers; sections with equal heads form
// one section. The reader validates its input. The writer's output can be read back exactly.
#pragma once

#include <tonelift/frame.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/describe.h"
#include "kernels/pass.h"

namespace tonelift {

// The kind of a number, which determines its range.
// light: light of the source (source_light.h), which streams write but never read.
enum class StateKind : uint8_t { smooth, previous, scene_change, largest, slope, light };

// A column of numbers. Its name is the first variable of the script that depends on the number, or
// empty.
struct StatsColumn {
    StatsColumn(StateKind its_kind, std::string its_name = {})
        : kind(its_kind), name(std::move(its_name)) {}
    bool operator==(const StatsColumn& other) const = default;

    StateKind kind;
    std::string name;
};

// Returns one column per state of a plan, in order.
std::vector<StatsColumn> columns_of(const Plan& plan);
// Returns the index in `there` of each column of `here`; columns match by kind and name. `there`
// may have further columns. Returns nothing if the two have different numbers of columns with one
// kind and name of `here`.
std::optional<std::vector<size_t>> find_columns(const std::vector<StatsColumn>& there,
                                                const std::vector<StatsColumn>& here);
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

// Returns the reasons why a stream with the section `here` cannot read the section `there`, one
// phrase each: "size is 64x36 there and 96x54 here". Further columns of `there` are no reason.
std::vector<std::string> differences(const StatsSection& there, const StatsSection& here);

// The keywords and the limits of the format.
namespace stats_text {
constexpr std::string_view magic = "tonelift-stats ";
constexpr int version = 2;
constexpr std::string_view section = "section";
constexpr std::string_view light = "light ";
constexpr std::string_view end = "end ";
constexpr std::string_view partial = "partial ";
constexpr std::string_view unknown = "-";
// Limit of a line that is read, far above the length of any line that is written.
constexpr size_t longest_line = 1 << 20;
constexpr size_t most_lines = 1 << 24;
}  // namespace stats_text

// A frame in the statistics: its timestamp and its time.
struct StatsFrame {
    int64_t timestamp = 0;
    std::optional<int64_t> nanoseconds = {};  // nothing: unknown

    bool operator==(const StatsFrame&) const = default;
};

StatsFrame key_of(const tonelift_frame& frame);

// Returns the duration of a frame as used in smoothing (Clock::step), seconds.
double step_between(const StatsFrame& before, const StatsFrame& after);

// Throws Error (io). The message names the file and ends with `what`.
[[noreturn]] void fail_for_stats(const std::string& path, const std::string& what);

// Reads a complete file from beginning to end. Every function throws Error (io) for invalid
// content.
class StatsLines {
  public:
    enum class Item { section, frame, end };

    explicit StatsLines(const std::string& path);
    ~StatsLines();

    Item next();
    // Returns the most recent section, the last frame, and its states.
    const StatsSection& section() const { return section_; }
    const StatsFrame& frame() const { return frame_; }
    std::span<const float> states() const { return states_; }
    // Returns the light level of the film, known after the last line; 0 if the file has no light
    // level.
    const LightLevel& light() const { return light_; }

  private:
    class Reader;
    void read_section();
    void read_frame();
    void check_end();

    std::string path_;
    std::unique_ptr<Reader> lines_;
    std::string_view line_;
    bool in_section_ = false;
    StatsSection section_;
    StatsFrame frame_;
    std::vector<float> states_;
    LightLevel light_;
    size_t count_ = 0;
};

// Appends lines in the format of StatsLines, each with its newline.
void append_magic(std::string& text);
void append_section(std::string& text, const StatsSection& section);
void append_frame(std::string& text, const StatsFrame& frame, std::span<const float> states);
// Appends the light level, if any, and the number of lines.
void append_end(std::string& text, const LightLevel& light, size_t count);

}  // namespace tonelift

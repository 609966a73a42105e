// SPDX-License-Identifier: BSD-2-Clause
// The text format of a statistics file (stats_file.h).
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

// The kind of a statistic, which determines the range of its values.
enum class StateKind : uint8_t { smooth, previous, scene_change, largest, slope, light };

// A column has the values of one statistic. It is named after the first variable of the script that
// depends on the statistic.
struct StatsColumn {
    StatsColumn(StateKind its_kind, std::string its_name = {})
        : kind(its_kind), name(std::move(its_name)) {}
    bool operator==(const StatsColumn& other) const = default;

    StateKind kind;
    std::string name;
};

std::vector<StatsColumn> columns_of(const Plan& plan);
std::optional<std::vector<size_t>> find_columns(const std::vector<StatsColumn>& there,
                                                const std::vector<StatsColumn>& here);
// Returns whether `state` is a valid value of this kind. NaN, infinities and values outside the
// range of the kind are invalid.
bool is_possible(StateKind kind, float state);

// Returns a number that a file can hold. Replaces NaN by 0 and infinities by +-65504, and limits
// other numbers to +-2^120.
float possible_state(float state);

// A line "key value note" of a section. The note is for users and is not compared.
struct StatsField {
    std::string key;
    std::string value;
    std::string note = {};

    bool operator==(const StatsField& other) const {
        return key == other.key && value == other.value;
    }
};

// Key of the field with a hash of all computations. Messages name this field only if no other field
// differs, because a hash explains nothing to users.
constexpr const char* last_resort_key = "formula";

// Returns the field with this key, or null.
const StatsField* find_field(const std::vector<StatsField>& fields, const std::string& key);

struct StatsSection {
    std::vector<StatsField> fields;
    std::vector<StatsColumn> columns;

    bool operator==(const StatsSection&) const = default;
};

// Returns a line such as "columns timestamp time smooth:1:white".
std::string columns_line(const std::vector<StatsColumn>& columns);
bool read_columns(std::string_view line, std::vector<StatsColumn>* columns);

// Returns the differences between two sections, such as "size is 64x36 there and 96x54 here".
std::vector<std::string> differences(const StatsSection& there, const StatsSection& here);

namespace stats_text {
constexpr std::string_view magic = "tonelift-stats ";
constexpr int version = 2;
constexpr std::string_view section = "section";
constexpr std::string_view light = "light ";
constexpr std::string_view end = "end ";
constexpr std::string_view partial = "partial ";
constexpr std::string_view unknown = "-";
// Maximum length of a line, in bytes, and maximum number of lines of frames in a file.
constexpr size_t longest_line = 1 << 20;
constexpr size_t most_lines = 1 << 24;
}  // namespace stats_text

struct StatsFrame {
    int64_t timestamp = 0;
    std::optional<int64_t> nanoseconds = {};

    bool operator==(const StatsFrame&) const = default;
};

StatsFrame key_of(const tonelift_frame& frame);

double step_between(const StatsFrame& before, const StatsFrame& after);

[[noreturn]] void fail_for_stats(const std::string& path, const std::string& what);

// Returns the message for a frame without a line in the file. `extent` is the range of the file's
// timestamps, such as "0 to 41708".
std::string lacks_line(int64_t timestamp, const std::string& extent);

// Reads a complete statistics file from beginning to end. Throws Error (io) for invalid content.
class StatsLines {
  public:
    enum class Item { section, frame, end };

    explicit StatsLines(const std::string& path);
    ~StatsLines();

    Item next();
    const StatsSection& section() const { return section_; }
    const StatsFrame& frame() const { return frame_; }
    std::span<const float> states() const { return states_; }
    // Valid only after next() has returned Item::end.
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

void append_magic(std::string& text);
void append_section(std::string& text, const StatsSection& section);
void append_frame(std::string& text, const StatsFrame& frame, std::span<const float> states);
void append_end(std::string& text, const LightLevel& light, size_t count);

}  // namespace tonelift

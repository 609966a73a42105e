// SPDX-License-Identifier: BSD-2-Clause
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "core/common/text.h"
#include "core/runtime/stats_file.h"
#include "core/runtime/stats_text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr size_t first_bytes = 64;  // enough for the first line
constexpr size_t last_bytes = 256;  // enough for the last two lines
constexpr double same_time = 1000;  // tolerance in nanoseconds
constexpr const char* write_again = "; write it again with stats=write";

[[noreturn]] void fail_for(const std::string& path, const std::string& what) {
    throw Error(Failure::io, "stats_file " + quote(path) + " " + what);
}

// A regular file that is empty or whose first line is that of a statistics file.
struct Opened {
    FileDescriptor file;
    int version = 0;     // 0 for an empty file
    std::string ending;  // the last bytes

    bool is_complete() const;
};

// Whether the last line gives the number of lines. Any other file was cut short.
bool Opened::is_complete() const {
    if (ending.empty() || ending.back() != '\n') return false;
    const size_t start = ending.rfind('\n', ending.size() - 2);
    return start != std::string::npos &&
           std::string_view(ending).substr(start + 1).starts_with(stats_text::end);
}

// Opens a statistics file; nothing if there is no file.
std::optional<Opened> open_stats(const std::string& path) {
    Opened opened;
    std::string kind, first;
    int reason = open_regular(path, &opened.file, &kind);
    if (reason == ENOENT) return std::nullopt;
    if (!kind.empty()) fail_for(path, "is " + kind + "; a regular file is needed");
    const int file = opened.file.number();
    if (reason == 0) reason = read_some(file, first_bytes, &first);
    if (reason == 0 && !first.empty()) {
        Scanner scanner(first);
        if (!scanner.literal(stats_text::magic) || !scanner.number(opened.version) ||
            !(scanner.literal("\n") || scanner.literal(" ")))
            fail_for(path, "is not a statistics file of Tonelift; it is left as it is");
        const off_t size = lseek(file, 0, SEEK_END);
        lseek(file, std::max<off_t>(size - static_cast<off_t>(last_bytes), 0), SEEK_SET);
        reason = read_some(file, last_bytes, &opened.ending);
        lseek(file, 0, SEEK_SET);
    }
    if (reason != 0) fail_for(path, std::string("cannot be read: ") + std::strerror(reason));
    return opened;
}

bool read_light(std::string_view line, LightLevel& light) {
    Scanner scanner(line);
    const bool read = scanner.literal(stats_text::light) && scanner.number(light.max_cll) &&
                      scanner.literal(" ") && scanner.number(light.max_fall) && scanner.done();
    const auto possible = [](double nits) { return nits >= 0 && nits <= 10000; };
    return read && possible(light.max_cll) && possible(light.max_fall);
}

// The lines of a file, one after the other, with little memory.
class LineReader {
  public:
    LineReader(FileDescriptor file, const std::string& path)
        : file_(std::move(file)), path_(path) {}

    // Reads the next line, without its end; false at the end of the file. The text is valid until
    // the next call.
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
        fail_for(path_, "is damaged: line " + std::to_string(number_) + " " + what);
    }

  private:
    bool fill() {
        constexpr size_t block_bytes = 65536;
        std::string block;
        if (const int reason = read_some(file_.number(), block_bytes, &block))
            fail_for(path_, std::string("cannot be read: ") + std::strerror(reason));
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

}  // namespace

// Parses the lines of a file for a StatsReader.
class StatsParser {
  public:
    StatsParser(StatsReader& reader, const StatsSection& wanted, FileDescriptor file)
        : reader_(reader), wanted_(wanted), lines_(std::move(file), reader.path_) {}

    void run() {
        bool ended = false;
        for (lines_.next(&line_); lines_.next(&line_);) {
            if (ended) lines_.fail("stands behind the end");
            if (line_ == stats_text::section)
                read_section();
            else if (line_.starts_with(stats_text::light))
                read_light_level();
            else if (line_.starts_with(stats_text::end))
                check_count();
            else
                read_frame();
            ended = line_.starts_with(stats_text::end);
        }
        if (!ended) reader_.fail("is not complete");
        if (!found_) refuse();
    }

  private:
    static bool has_key(const StatsSection& section, const std::string& key) {
        return std::any_of(section.fields.begin(), section.fields.end(),
                           [&](const StatsField& field) { return field.key == key; });
    }

    void read_section() {
        StatsSection section;
        while (lines_.next(&line_) && !read_columns(line_, &section.states)) {
            Scanner scanner(line_);
            StatsField field;
            field.key = scanner.word(' ');
            if (has_key(section, field.key)) lines_.fail("has a key for the second time");
            if (field.key.empty() || !scanner.literal(" ")) lines_.fail("is no part of a header");
            field.value = scanner.word(' ');
            if (scanner.literal(" ")) field.note = scanner.word('\n');
            section.fields.push_back(std::move(field));
            if (section.fields.size() > most_fields) lines_.fail("is one too many in a header");
        }
        is_wanted_ = section == wanted_;
        found_ = found_ || is_wanted_;
        in_section_ = true;
        if (found_) return;
        std::vector<std::string> differs = differences(section, wanted_);
        if (nearest_.empty() || differs.size() < nearest_.size()) nearest_ = std::move(differs);
    }

    void read_light_level() {
        if (!read_light(line_, reader_.light_)) lines_.fail("is no light level");
    }

    void check_count() const {
        Scanner scanner(line_.substr(stats_text::end.size()));
        size_t announced = 0;
        if (!scanner.number(announced) || !scanner.done() || announced != count_)
            reader_.fail("is damaged: it ends with '" + printable(line_.substr(0, 40)) +
                         "' and has " + std::to_string(count_) + " frames");
    }

    void read_frame() {
        if (!in_section_) lines_.fail("is in no section");
        if (++count_ > stats_text::most_lines) lines_.fail("is one too many");
        if (!is_wanted_) return;
        Scanner scanner(line_);
        StatsFrame frame;
        if (!scanner.number(frame.timestamp) || !scanner.literal(" ") || !read_time(scanner, frame))
            lines_.fail("has no timestamp and time");
        reader_.lines_.push_back({frame, reader_.values_.size()});
        for (const StateKind kind : wanted_.states) {
            float state = 0;
            if (!scanner.literal(" ") || !scanner.number(state, std::chars_format::hex))
                lines_.fail("has too few numbers");
            if (!is_possible(kind, state)) lines_.fail("has a number that cannot be");
            reader_.values_.push_back(state);
        }
        if (!scanner.done()) lines_.fail("has too many numbers");
    }

    static bool read_time(Scanner& scanner, StatsFrame& frame) {
        const std::string_view word = scanner.word(' ');
        if (word == stats_text::unknown) return true;
        Scanner number(word);
        return number.number(frame.nanoseconds.emplace()) && number.done();
    }

    [[noreturn]] void refuse() const {
        if (nearest_.empty()) reader_.fail("holds no frames");
        constexpr size_t most_told = 3, most_shown = 200;
        std::string text;
        for (size_t i = 0; i < std::min(nearest_.size(), most_told); ++i)
            text += (i == 0 ? "" : "; ") + printable(nearest_[i].substr(0, most_shown));
        if (nearest_.size() > most_told)
            text += "; and " + std::to_string(nearest_.size() - most_told) + " more";
        reader_.fail("was not measured with this: " + text + write_again);
    }

    static constexpr size_t most_fields = 256;

    StatsReader& reader_;
    const StatsSection& wanted_;
    LineReader lines_;
    std::string_view line_;
    bool in_section_ = false, is_wanted_ = false, found_ = false;
    size_t count_ = 0;
    std::vector<std::string>
        nearest_;  // differences between the nearest section and the wanted one
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

StatsReader::StatsReader(const std::string& path, const StatsSection& section)
    : path_(path), states_(section.states.size()) {
    auto opened = open_stats(path);
    if (!opened) fail(std::string("cannot be read: ") + std::strerror(ENOENT));
    if (!opened->is_complete()) fail(std::string("is not complete") + write_again);
    if (opened->version != stats_text::version)
        fail("is of version " + std::to_string(opened->version) + "; this Tonelift reads version " +
             std::to_string(stats_text::version) + write_again);
    StatsParser(*this, section, std::move(opened->file)).run();
    sort_lines();
}

void StatsReader::fail(const std::string& what) const { fail_for(path_, what); }

void StatsReader::sort_lines() {
    const auto before = [](const Line& a, const Line& b) {
        return a.frame.timestamp < b.frame.timestamp;
    };
    std::sort(lines_.begin(), lines_.end(), before);
    const auto twice = std::adjacent_find(
        lines_.begin(), lines_.end(),
        [&](const Line& a, const Line& b) { return a.frame.timestamp == b.frame.timestamp; });
    if (twice != lines_.end())
        fail("has two lines for the timestamp " + std::to_string(twice->frame.timestamp));
}

std::optional<std::span<const float>> StatsReader::find(const StatsFrame& frame) const {
    const auto found = std::lower_bound(
        lines_.begin(), lines_.end(), frame.timestamp,
        [](const Line& line, int64_t timestamp) { return line.frame.timestamp < timestamp; });
    if (found == lines_.end() || found->frame.timestamp != frame.timestamp) return std::nullopt;
    const auto &there = found->frame.nanoseconds, &here = frame.nanoseconds;
    if (there && here &&
        std::abs(static_cast<double>(*there) - static_cast<double>(*here)) > same_time)
        fail("belongs to another film: its frame with timestamp " +
             std::to_string(frame.timestamp) + " is at " +
             number_text(static_cast<double>(*there) / 1e9) + " s there and at " +
             number_text(static_cast<double>(*here) / 1e9) + " s here");
    return std::span(values_).subspan(found->first, states_);
}

std::string StatsReader::extent() const {
    if (lines_.empty()) return "none";
    return std::to_string(lines_.front().frame.timestamp) + " to " +
           std::to_string(lines_.back().frame.timestamp);
}

}  // namespace tonelift

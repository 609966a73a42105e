// SPDX-License-Identifier: BSD-2-Clause
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/common/text.h"
#include "core/runtime/stats_file.h"
#include "core/runtime/stats_text.h"
#include "kernels/error.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

constexpr size_t last_bytes = 256;  // enough for a partial mark

// Returns the path if the file there may be replaced. Throws for a file that is not a statistics
// file, before anything is written beside it.
const std::string& replaceable(const std::string& path) {
    has_stats(path);
    return path;
}

// A token that identifies this process.
std::string process_token() {
    static const uint32_t random = std::random_device()();
    std::string token;
    append(token, random, 16);
    token += '.';
    append(token, getpid());
    return token;
}

// The last line of a file whose stream was interrupted.
struct PartialMark {
    size_t count = 0;
    int64_t last = 0;  // the greatest timestamp
    LightLevel light;

    std::string line() const {
        std::string text(stats_text::partial);
        text += process_token() + ' ';
        append(text, count);
        text += ' ';
        append(text, last);
        text += ' ';
        append(text, light.max_cll);
        text += ' ';
        append(text, light.max_fall);
        return text + '\n';
    }
    // Parses a mark; false for any other line, and for the mark of another process.
    bool read(std::string_view line) {
        Scanner scanner(line);
        const auto space = [&] { return scanner.literal(" "); };
        return scanner.literal(stats_text::partial) && scanner.literal(process_token()) &&
               space() && scanner.number(count) && space() && scanner.number(last) && space() &&
               scanner.number(light.max_cll) && space() && scanner.number(light.max_fall) &&
               scanner.done();
    }
};

}  // namespace

StatsWriter::StatsWriter(const std::string& path) : file_("stats_file", replaceable(path)) {
    const std::string first = file_.beginning(stats_text::magic.size());
    if (!first.empty() && first != stats_text::magic)
        file_.fail("cannot be written: " + quote(path + ".part") + " is in the way");
}

// Writes the mark, if possible; without a mark the file is incomplete as well.
StatsWriter::~StatsWriter() {
    if (done_) return;
    try {
        if (started_) {
            const int64_t none = std::numeric_limits<int64_t>::min();
            const int64_t last = timestamps_.empty() ? before_.value_or(none) : timestamps_.back();
            file_.write(PartialMark{count_, last, light_}.line());
            file_.flush();
        } else if (file_.size() == 0) {
            file_.remove();
        }
    } catch (...) {
        file_.remove();
    }
}

// Runs `work`; removes the file if it fails, because an incomplete file is useless.
template <typename Work>
void StatsWriter::guarded(const Work& work) {
    if (done_) file_.fail("is no longer written, because writing failed or the stream has ended");
    try {
        work();
    } catch (...) {
        give_up();
        throw;
    }
}

void StatsWriter::give_up() {
    done_ = true;
    file_.remove();
}

void StatsWriter::begin(StatsSection section) noexcept {
    begun_ = begun_ && section == section_;
    section_ = std::move(section);
}

// Continues after the lines that another filter of this process left, if they are earlier than this
// filter's; otherwise starts anew.
void StatsWriter::take_over(int64_t first) {
    started_ = true;
    const std::string ending = file_.ending(last_bytes);
    const size_t end = ending.empty() ? std::string::npos : ending.size() - 1;
    const size_t start = ending.rfind('\n', end == 0 ? 0 : end - 1) + 1;
    PartialMark mark;
    const bool ours =
        !ending.empty() && mark.read(std::string_view(ending).substr(start, end - start));
    if (ours && mark.last < first) {
        file_.cut(file_.size() - (ending.size() - start));
        count_ = mark.count;
        before_ = mark.last;
        add_light(mark.light);
        return;
    }
    if (ours) replaced_ = mark.count;
    file_.cut(0);
    line_.clear();
    append_magic(line_);
    file_.write(line_);
}

bool StatsWriter::has(int64_t timestamp) const {
    if (before_ && timestamp <= *before_) return true;
    return std::binary_search(timestamps_.begin(), timestamps_.end(), timestamp);
}

void StatsWriter::put_frame(const StatsFrame& frame, std::span<const float> states) {
    line_.clear();
    if (!begun_) append_section(line_, section_);
    begun_ = true;
    const size_t start = line_.size();
    states_.assign(section_.columns.size(), 0);
    for (size_t i = 0; i < states_.size(); ++i) {
        // Results of operations are sanitized, but their states are not.
        if (i < states.size()) states_[i] = math::sanitize(states[i]);
        if (!is_possible(section_.columns[i].kind, states_[i]))
            file_.fail("cannot hold " + number_text(states_[i]) + ", a state of the frame " +
                       std::to_string(frame.timestamp));
    }
    append_frame(line_, frame, states_);
    if (line_.size() - start > stats_text::longest_line || ++count_ > stats_text::most_lines)
        file_.fail("would become too long");
    file_.write(line_);
}

void StatsWriter::write(const StatsFrame& frame, std::span<const float> states) {
    guarded([&] {
        if (!started_) take_over(frame.timestamp);
        if (has(frame.timestamp))
            file_.fail("needs a different timestamp for each frame; " +
                       std::to_string(frame.timestamp) + " came before");
        const auto place =
            std::upper_bound(timestamps_.begin(), timestamps_.end(), frame.timestamp);
        timestamps_.insert(place, frame.timestamp);
        put_frame(frame, states);
    });
}

void StatsWriter::add_light(const LightLevel& light) {
    light_.max_cll = std::max(light_.max_cll, light.max_cll);
    light_.max_fall = std::max(light_.max_fall, light.max_fall);
}

void StatsWriter::finish() {
    guarded([&] {
        if (!started_) take_over(std::numeric_limits<int64_t>::max());
        line_.clear();
        append_end(line_, light_, count_);
        file_.write(line_);
        file_.take_its_place();
    });
    done_ = true;
}

}  // namespace tonelift

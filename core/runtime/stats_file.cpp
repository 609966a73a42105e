// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <numeric>
#include <string_view>

#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr std::string_view magic = "tonelift-stats ";
constexpr std::string_view middle = " states ";
constexpr std::string_view light_line = "light ";
constexpr std::string_view ending = "end ";
constexpr int version = 1;

template <typename Number, typename... Format>
void append(std::string& line, Number number, Format... format) {
    char digits[64];
    const auto result = std::to_chars(digits, digits + sizeof(digits), number, format...);
    line.append(digits, static_cast<std::size_t>(result.ptr - digits));
}

// Takes what it reads off the front of a line.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}
    bool done() const { return text_.empty(); }

    bool literal(std::string_view expected) {
        if (text_.substr(0, expected.size()) != expected) return false;
        text_.remove_prefix(expected.size());
        return true;
    }
    template <typename Number, typename... Format>
    bool number(Number& value, Format... format) {
        const char* end = text_.data() + text_.size();
        const auto result = std::from_chars(text_.data(), end, value, format...);
        if (result.ec != std::errc()) return false;
        text_.remove_prefix(static_cast<std::size_t>(result.ptr - text_.data()));
        return true;
    }
    std::string_view line() {
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        const std::string_view result = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        return result;
    }

  private:
    std::string_view text_;
};

struct Header {
    bool ours = false;
    int version = 0;
    std::size_t states = 0;
};

Header header_of(std::string_view line) {
    Scanner scanner(line);
    Header header;
    header.ours = scanner.literal(magic) && scanner.number(header.version);
    if (header.ours && header.version == version) {
        header.ours = scanner.literal(middle) && scanner.number(header.states) && scanner.done();
    }
    return header;
}

bool read_light(std::string_view line, LightLevel& light) {
    Scanner scanner(line);
    const bool read = scanner.literal(light_line) && scanner.number(light.max_cll) &&
                      scanner.literal(" ") && scanner.number(light.max_fall) && scanner.done();
    const auto possible = [](double nits) { return nits >= 0 && nits <= 10000; };
    return read && possible(light.max_cll) && possible(light.max_fall);
}

// Complete: the last line says how many there are. Anything else was cut short.
bool is_complete(std::string_view text) {
    if (text.empty() || text.back() != '\n') return false;
    text.remove_suffix(1);
    const std::size_t start = text.rfind('\n');
    return start != std::string_view::npos && text.substr(start + 1, ending.size()) == ending;
}

// 0, or the errno of what failed.
int read_whole(const std::string& path, std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return errno;
    char block[65536];
    std::size_t size = 0;
    while ((size = std::fread(block, 1, sizeof(block), file)) > 0) text.append(block, size);
    const int reason = std::ferror(file) ? errno : 0;
    std::fclose(file);
    return reason;
}

}  // namespace

void StatsFile::fail(const std::string& what) const {
    throw Error(Failure::io, "stats_file '" + path_ + "' " + what);
}

std::optional<LightLevel> StatsFile::light_of(const std::string& path) {
    std::string text;
    if (read_whole(path, text) != 0 || !is_complete(text)) return std::nullopt;
    const Header header = header_of(std::string_view(text).substr(0, text.find('\n')));
    const std::size_t at = text.rfind("\n" + std::string(light_line));
    if (!header.ours || header.version != version || at == std::string::npos) return std::nullopt;
    LightLevel light;
    const bool right = read_light(Scanner(std::string_view(text).substr(at + 1)).line(), light);
    return right ? std::optional(light) : std::nullopt;
}

StatsFile StatsFile::open(const std::string& path, StatsMode mode, int states) {
    StatsFile file(path, states);
    std::string text;
    const int reason = read_whole(path, text);
    if (reason != 0 && (mode == StatsMode::read || reason != ENOENT)) {
        file.fail(std::string("cannot be read: ") + std::strerror(reason));
    }
    if (!text.empty() && !header_of(text.substr(0, text.find('\n'))).ours) {
        file.fail("is not a statistics file of Tonelift; it is left as it is");
    }
    if (mode == StatsMode::read && !is_complete(text)) {
        file.fail("is not complete; write it again with stats=write");
    }
    if (mode == StatsMode::read || (mode == StatsMode::automatic && is_complete(text))) {
        file.load(text);
    } else {
        file.create();
    }
    return file;
}

// "x" makes the creation fail where the name is taken, by another writer or one that died.
void StatsFile::create() {
    constexpr int names = 100;
    for (int i = 0; i < names && !writer_; ++i) {
        temporary_ = path_ + "." + std::to_string(i) + ".tmp";
        writer_.reset(std::fopen(temporary_.c_str(), "wbx"));
        if (!writer_ && errno != EEXIST) break;
    }
    if (!writer_) {
        const std::string reason = std::strerror(errno);
        fail("cannot be written: '" + temporary_ + "': " + reason);
    }
    line_.assign(magic);
    append(line_, version);
    line_ += middle;
    append(line_, states_);
    put_line();
}

void StatsFile::put_line() {
    line_ += '\n';
    if (std::fwrite(line_.data(), 1, line_.size(), writer_.get()) == line_.size()) return;
    const std::string reason = std::strerror(errno);
    writer_.reset();
    std::remove(temporary_.c_str());
    fail("cannot be written: " + reason);
}

void StatsFile::write(int64_t timestamp, std::span<const float> states) {
    if (!writer_) fail("is not open for writing");
    if (states.size() != states_) {
        fail("holds " + std::to_string(states_) + " states a frame, and now there are " +
             std::to_string(states.size()) + ": the script must not change meanwhile");
    }
    if (last_ == timestamp) {
        fail("needs frames with timestamps of their own; " + std::to_string(timestamp) +
             " came twice");
    }
    last_ = timestamp;
    line_.clear();
    append(line_, timestamp);
    for (const float state : states) {
        line_ += ' ';
        append(line_, state, std::chars_format::hex);
    }
    put_line();
    ++count_;
}

void StatsFile::load(const std::string& text) {
    Scanner lines(text);
    const Header header = header_of(lines.line());
    if (header.version != version) {
        fail("is of version " + std::to_string(header.version) + "; this Tonelift reads version " +
             std::to_string(version));
    }
    if (header.states != states_) {
        fail("was written with another script or preset: it holds " +
             std::to_string(header.states) + " states a frame, this one has " +
             std::to_string(states_) + "; write it again with stats=write");
    }
    for (std::size_t number = 2;; ++number) {
        const std::string_view whole = lines.line();
        if (read_light(whole, light_)) continue;
        Scanner line(whole);
        std::size_t announced = 0;
        if (line.literal(ending)) {
            const bool right = line.number(announced) && line.done() && lines.done();
            if (!right || announced != timestamps_.size()) fail("is damaged: frames are missing");
            break;
        }
        bool right = line.number(timestamps_.emplace_back());
        for (std::size_t i = 0; i < states_ && right; ++i) {
            right =
                line.literal(" ") && line.number(values_.emplace_back(), std::chars_format::hex);
        }
        if (!right || !line.done()) fail("is damaged at line " + std::to_string(number));
    }
    sort_lines();
}

void StatsFile::sort_lines() {
    std::vector<std::size_t> order(timestamps_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return timestamps_[a] < timestamps_[b]; });
    std::vector<int64_t> timestamps;
    std::vector<float> values;
    timestamps.reserve(timestamps_.size());
    values.reserve(values_.size());
    for (const std::size_t i : order) {
        if (!timestamps.empty() && timestamps.back() == timestamps_[i]) {
            fail("has two lines for the timestamp " + std::to_string(timestamps_[i]));
        }
        timestamps.push_back(timestamps_[i]);
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(i * states_);
        values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(states_));
    }
    timestamps_ = std::move(timestamps);
    values_ = std::move(values);
}

bool StatsFile::read(int64_t timestamp, std::span<float> states) const {
    const auto found = std::lower_bound(timestamps_.begin(), timestamps_.end(), timestamp);
    if (found == timestamps_.end() || *found != timestamp || states.size() != states_) return false;
    const auto line = static_cast<std::size_t>(found - timestamps_.begin());
    std::copy_n(values_.data() + line * states_, states_, states.data());
    return true;
}

void StatsFile::close() {
    if (!writer_) return;
    if (light_.max_cll > 0) {
        line_.assign(light_line);
        append(line_, light_.max_cll);
        line_ += ' ';
        append(line_, light_.max_fall);
        put_line();
    }
    line_.assign(ending);
    append(line_, count_);
    put_line();
    const bool closed = std::fclose(writer_.release()) == 0;
    if (closed && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
    const std::string reason = std::strerror(errno);
    std::remove(temporary_.c_str());
    fail("cannot be written: " + reason);
}

StatsFile::~StatsFile() {
    try {
        close();
    } catch (const Error&) {
        // close() has removed the temporary file; whoever wants to know calls it.
    }
}

}  // namespace tonelift

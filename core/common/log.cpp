// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/log.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/common/text.h"

namespace tonelift {
namespace {

// Limits of the logged messages. Messages of one kind differ only in their digits. At most
// most_alike messages of a kind are logged, and at most most_kinds kinds.
constexpr size_t most_alike = 10;
constexpr size_t most_kinds = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

uint64_t kind_of(std::string_view text) {
    uint64_t kind = digest_of_nothing;
    for (const char& c : text) {
        if (!is_digit(c)) kind = digest_of({&c, 1}, kind);
    }
    return kind;
}

}  // namespace

class LogHistory {
  public:
    enum class Answer : uint8_t { known, added, last };

    Answer add(std::string_view text) {
        const uint64_t kind = kind_of(text);
        if (!texts_.contains(kind) && texts_.size() == most_kinds) return Answer::known;
        std::vector<uint64_t>& alike = texts_[kind];
        const uint64_t digest = digest_of(text);
        if (alike.size() == most_alike) return Answer::known;
        if (std::find(alike.begin(), alike.end(), digest) != alike.end()) return Answer::known;
        alike.push_back(digest);
        return alike.size() == most_alike ? Answer::last : Answer::added;
    }

  private:
    std::map<uint64_t, std::vector<uint64_t>> texts_;
};

Log Log::for_stream() const {
    Log result = *this;
    result.history_ = std::make_shared<LogHistory>();
    return result;
}

void Log::error(std::string_view what, std::string_view why) const noexcept {
    try {
        error(std::string(what) + " " + std::string(why));
    } catch (const std::bad_alloc&) {
        error(what);
    }
}

void Log::write(tonelift_log_level level, std::string_view message) const noexcept {
    if (log_.callback == nullptr) return;
    try {
        log_.callback(log_.user, level, std::string(message).c_str());
    } catch (const std::bad_alloc&) {
        std::array<char, 128> shortened{};
        message.copy(shortened.data(), shortened.size() - 1);
        log_.callback(log_.user, level, shortened.data());
    }
}

void Log::once(tonelift_log_level level, std::string_view message) const noexcept {
    if (history_ == nullptr || log_.callback == nullptr) return write(level, message);
    try {
        const LogHistory::Answer answer = history_->add(message);
        if (answer == LogHistory::Answer::added) write(level, message);
        if (answer == LogHistory::Answer::last)
            write(level, std::string(message) + " (more messages of this kind are not logged)");
    } catch (const std::bad_alloc&) {
        write(level, message);
    }
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "tools/stats.h"

#include <algorithm>
#include <fstream>

#include "core/common/text.h"
#include "core/runtime/stats_file.h"
#include "core/runtime/stats_text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
    throw Error(Failure::io, "stats_file " + quote(path) + " " + what);
}

std::vector<std::string> lines_of(const std::string& path) {
    if (!has_stats(path)) fail(path, "is missing or not complete");
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(std::move(line));
    return lines;
}

// The words of a frame's line: timestamp, time and states.
std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (Scanner scanner(line); !scanner.done(); scanner.literal(" "))
        words.push_back(scanner.word(' '));
    return words;
}

constexpr size_t first_state = 2;  // index of a word

float number(std::string_view word) {
    float value = 0;
    Scanner scanner(word);
    scanner.number(value, std::chars_format::hex);
    return value;
}

// Whether a word is a number that a state of this kind can have.
bool is_state(std::string_view word, StateKind kind) {
    float value = 0;
    Scanner scanner(word);
    return scanner.number(value, std::chars_format::hex) && scanner.done() &&
           is_possible(kind, value);
}

bool are_states(const std::vector<std::string_view>& words, const std::vector<StateKind>& kinds) {
    if (words.size() != first_state + kinds.size()) return false;
    for (size_t i = 0; i < kinds.size(); ++i) {
        if (!is_state(words[first_state + i], kinds[i])) return false;
    }
    return true;
}

}  // namespace

StatsPiece::StatsPiece(const std::string& path) : path_(path) {
    const std::vector<std::string> file = lines_of(path);
    if (file[0] != std::string(stats_text::magic) + std::to_string(stats_text::version))
        fail(path, "is of another version: " + printable(file[0].substr(0, 40)));
    size_t count = 0;
    for (size_t at = 1; at < file.size(); ++at) {
        const std::string& line = file[at];
        Scanner scanner(line);
        if (line == stats_text::section)
            at = read_section(file, at);
        else if (scanner.literal(stats_text::light))
            scanner.number(light_.max_cll) && scanner.literal(" ") &&
                scanner.number(light_.max_fall);
        else if (scanner.literal(stats_text::end)) {
            if (!scanner.number(count) || !scanner.done() || at + 1 < file.size())
                fail(path, "is damaged: its end is not the last line");
        } else
            read_line(line);
    }
    if (count != lines_.size()) fail(path, "is damaged: it has not as many frames as it says");
    if (lines_.empty()) fail(path, "holds no frames");
}

// Returns the index of the line of columns.
size_t StatsPiece::read_section(const std::vector<std::string>& file, size_t at) {
    Section section;
    for (++at; at < file.size(); ++at) {
        section.header.push_back(file[at]);
        if (!read_columns(file[at], &section.states)) continue;
        sections_.push_back(std::move(section));
        return at;
    }
    fail(path_, "is damaged: a section has no columns");
}

void StatsPiece::read_line(const std::string& line) {
    Line added{0, sections_.size() - 1, line};
    Scanner scanner(line);
    if (sections_.empty() || !scanner.number(added.timestamp) || line.ends_with(' ') ||
        !are_states(words_of(line), sections_.back().states))
        fail(path_, "is damaged: " + quote(line.substr(0, 40)) + " is no line of a frame");
    if (!lines_.empty() && added.timestamp <= lines_.back().timestamp)
        fail(path_, "cannot be joined: its timestamps do not rise");
    lines_.push_back(std::move(added));
}

const StatsPiece::Line& StatsPiece::line_of(int64_t timestamp) const {
    const auto found =
        std::lower_bound(lines_.begin(), lines_.end(), timestamp,
                         [](const Line& line, int64_t wanted) { return line.timestamp < wanted; });
    if (found == lines_.end() || found->timestamp != timestamp)
        fail(path_, "has no line for the timestamp " + std::to_string(timestamp) +
                        ", the last of the piece before; pieces must overlap");
    return *found;
}

// Whether two lines agree in everything that later lines depend on. The largest numbers so far need
// not agree: they only grow.
bool StatsPiece::agrees(const Line& line, const StatsPiece& other, const Line& other_line) const {
    const Section& section = sections_[line.section];
    if (section.header != other.sections_[other_line.section].header) return false;
    const auto words = words_of(line.text), others = words_of(other_line.text);
    for (size_t i = 0; i < words.size(); ++i) {
        const bool largest =
            i >= first_state && section.states[i - first_state] == StateKind::largest;
        if (!largest && words[i] != others[i]) return false;
    }
    return true;
}

// The last scene change, which discards all earlier statistics.
int64_t StatsPiece::last_cut() const {
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
        const std::vector<StateKind>& states = sections_[line->section].states;
        const auto kind = std::find(states.begin(), states.end(), StateKind::scene_change);
        if (kind == states.end()) break;
        const auto at = static_cast<size_t>(kind - states.begin());
        if (number(words_of(line->text)[first_state + at]) >= 1) return line->timestamp;
    }
    return lines_.front().timestamp;
}

std::optional<int64_t> StatsPiece::seam_to_mend(const StatsPiece& next) const {
    const Line& last = lines_.back();
    if (agrees(last, next, next.line_of(last.timestamp))) return std::nullopt;
    return last_cut();
}

void StatsPiece::append(const StatsPiece& next) {
    const Line last = lines_.back();
    const std::vector<std::string_view> reached = words_of(last.text);
    for (const Line& line : next.lines_) {
        if (line.timestamp <= last.timestamp) continue;
        const Section& section = next.sections_[line.section];
        if (section.header != sections_.back().header) sections_.push_back(section);
        std::string text;
        const std::vector<std::string_view> words = words_of(line.text);
        for (size_t i = 0; i < words.size(); ++i) {
            const bool largest = i >= first_state && i < reached.size() &&
                                 section.states[i - first_state] == StateKind::largest;
            text += i > 0 ? " " : "";
            text += largest && number(reached[i]) > number(words[i]) ? reached[i] : words[i];
        }
        lines_.push_back({line.timestamp, sections_.size() - 1, std::move(text)});
    }
    light_.max_cll = std::max(light_.max_cll, next.light_.max_cll);
    light_.max_fall = std::max(light_.max_fall, next.light_.max_fall);
}

std::string StatsPiece::text() const {
    std::string text(stats_text::magic);
    text += std::to_string(stats_text::version) + '\n';
    size_t section = sections_.size();
    for (const Line& line : lines_) {
        if (line.section != section) {
            section = line.section;
            text += std::string(stats_text::section) + '\n';
            for (const std::string& field : sections_[section].header) text += field + '\n';
        }
        text += line.text + '\n';
    }
    if (light_.max_cll > 0) {
        text += stats_text::light;
        tonelift::append(text, light_.max_cll);
        text += ' ';
        tonelift::append(text, light_.max_fall);
        text += '\n';
    }
    return text + std::string(stats_text::end) + std::to_string(lines_.size()) + '\n';
}

std::string check_stats(const std::string& path) {
    const StatsPiece piece(path);
    return path + ": complete, " + std::to_string(piece.lines().size()) + " frames, from " +
           std::to_string(piece.lines().front().timestamp) + " to " +
           std::to_string(piece.lines().back().timestamp);
}

std::string join_stats(const std::vector<std::string>& paths) {
    StatsPiece film(paths.at(0));
    for (size_t i = 1; i < paths.size(); ++i) {
        const StatsPiece next(paths[i]);
        if (const auto from = film.seam_to_mend(next))
            fail(next.path(), "does not go on from the timestamp " +
                                  std::to_string(film.lines().back().timestamp) +
                                  "; measure it again from " + std::to_string(*from));
        film.append(next);
    }
    return film.text();
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/diagnostics.h"

#include <algorithm>
#include <string_view>

#include "core/common/limits.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// Maximum number of bytes of a script line that a message shows.
constexpr int shown_columns = 100;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Returns the number of characters, not bytes. The caret is then in the right column even after
// UTF-8 comments.
int columns(std::string_view text) {
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string window(std::string_view line, int* begin, int* end) {
    const int size = static_cast<int>(line.size());
    int first = size <= shown_columns ? 0 : std::max(0, *begin - shown_columns / 2);
    for (int i = 0; i < 3 && first > 0 && is_continuation(line[static_cast<size_t>(first)]); ++i)
        --first;
    const int last = std::min(size, first + shown_columns);
    *begin -= first;
    *end = std::min(*end, last) - first;
    return printable(line.substr(static_cast<size_t>(first), static_cast<size_t>(last - first)));
}

std::string underline(std::string_view line, int begin, int end) {
    std::string out;
    for (int i = 0; i < begin; ++i) {
        const char c = line[static_cast<size_t>(i)];
        if (!is_continuation(c)) out += c == '\t' ? '\t' : ' ';
    }
    out += '^';
    if (end > begin + 1) {
        const auto length = static_cast<size_t>(end - begin);
        const int marked = columns(line.substr(static_cast<size_t>(begin), length));
        out.append(static_cast<size_t>(std::max(0, marked - 1)), '~');
    }
    return out;
}

}  // namespace

void Diagnostics::error(SourceSpan span, const std::string& message, const std::string& hint) {
    if (full()) return;
    for (const Entry& entry : entries_) {
        if (entry.span.begin == span.begin && entry.message == message) return;
    }
    entries_.push_back({span, message, hint, ""});
    if (calls_.empty()) return;
    const CallSite& site = calls_.back();
    entries_.back().call = "in " + quote(site.function) + ", called in line " +
                           std::to_string(line_of(site.span.begin));
}

bool Diagnostics::full() const { return entries_.size() >= limits::diagnostics; }

Diagnostics::SourcePart Diagnostics::part_of(int position) const {
    SourcePart part{source_.name, 0, source_.own_size()};
    for (size_t i = 0; i < source_.included.size(); ++i) {
        if (position < source_.included[i].begin) break;
        const bool last = i + 1 == source_.included.size();
        part = {source_.included[i].name, source_.included[i].begin,
                last ? static_cast<int>(source_.text.size()) : source_.included[i + 1].begin};
    }
    return part;
}

int Diagnostics::line_of(int position) const {
    const auto text = source_.text.begin();
    return static_cast<int>(std::count(text + part_of(position).begin, text + position, '\n')) + 1;
}

std::string Diagnostics::format(const Entry& entry) const {
    const std::string& text = source_.text;
    const int begin = std::clamp(entry.span.begin, 0, static_cast<int>(text.size()));
    const SourcePart part = part_of(begin);
    const std::string_view before(text.data(), static_cast<size_t>(begin));
    const size_t break_before = before.rfind('\n');
    const int line_begin =
        std::max(part.begin,
                 break_before == std::string_view::npos ? 0 : static_cast<int>(break_before) + 1);
    int line_end = static_cast<int>(
        std::min(text.find('\n', static_cast<size_t>(begin)), static_cast<size_t>(part.end)));
    if (line_end > line_begin && text[static_cast<size_t>(line_end) - 1] == '\r') --line_end;

    const std::string_view line(text.data() + line_begin,
                                static_cast<size_t>(line_end - line_begin));
    int first = std::min(begin - line_begin, line_end - line_begin);
    int last = std::clamp(entry.span.end - line_begin, first, line_end - line_begin);
    const int column = columns(line.substr(0, static_cast<size_t>(first))) + 1;
    const std::string shown = window(line, &first, &last);

    std::string out = part.name + ':' + std::to_string(line_of(begin)) + ':' +
                      std::to_string(column) + ": error: " + entry.message + '\n';
    out += "  " + shown + "\n  " + underline(shown, first, last) + '\n';
    for (const std::string* note : {&entry.hint, &entry.call}) {
        if (!note->empty()) out += "  note: " + *note + '\n';
    }
    return out;
}

std::string Diagnostics::text() const {
    std::vector<Entry> ordered = entries_;
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Entry& a, const Entry& b) { return a.span.begin < b.span.begin; });
    std::string out;
    for (const Entry& entry : ordered) out += format(entry);
    if (full()) out += source_.name + ": too many errors; the rest is not shown\n";
    if (!out.empty()) out.pop_back();
    return out;
}

void Diagnostics::throw_if_failed() const {
    if (failed()) throw Error(Failure::script, text());
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/tuning/tuning_text.h"

#include <algorithm>
#include <charconv>

#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {
namespace {

constexpr std::string_view any_title = "tonelift tuning ", title = "tonelift tuning 1",
                           last_line = "end";
static_assert(title.starts_with(any_title));

auto find_size(auto& sizes, int width, int height) {
    return std::find_if(sizes.begin(), sizes.end(), [&](const TunedSize& size) {
        return size.width == width && size.height == height;
    });
}

const TuningNumber* find_number(std::string_view kind, std::string_view name) {
    const auto all = tuning_numbers();
    const auto found = std::find_if(all.begin(), all.end(), [&](const TuningNumber& number) {
        return number.machine == kind && number.name == name;
    });
    return found == all.end() ? nullptr : &*found;
}

class TuningParser {
  public:
    explicit TuningParser(std::string_view text) : rest_(text) {}

    TuningFile file() {
        if (rest_.size() > longest_tuning_text) throw Error(Failure::io, "the file is too long");
        if (next() != title) fail("is not " + quote(title));
        TuningFile file;
        file.library = after("library ");
        file.machine = after("machine ");
        kind_ = file.machine.substr(0, file.machine.find(':'));
        for (std::string_view line = next(); line != last_line; line = next()) {
            if (line.starts_with("size "))
                add_size(file, line.substr(5));
            else
                set_number(file, line);
        }
        if (!rest_.empty()) fail("is not the last line");
        return file;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(Failure::io, "line " + std::to_string(line_) + ": " + what);
    }

    std::string_view next() {
        ++line_;
        const size_t end = rest_.find('\n');
        if (end == std::string_view::npos) fail("the file is incomplete");
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return line;
    }

    std::string after(std::string_view word) {
        const std::string_view line = next();
        if (!line.starts_with(word)) fail("does not begin with " + quote(word));
        return std::string(line.substr(word.size()));
    }

    int whole(std::string_view text, int least, int most) const {
        int value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || value < least ||
            value > most)
            fail(quote(text) + " is not a valid number here");
        return value;
    }

    void add_size(TuningFile& file, std::string_view text) const {
        const size_t cross = std::min(text.find('x'), text.size());
        const std::string_view height = cross < text.size() ? text.substr(cross + 1) : "";
        const TunedSize size = {
            whole(text.substr(0, cross), 1, largest_side), whole(height, 1, largest_side), {}};
        if (file.sizes.size() == most_tuned_sizes) fail("there are too many sizes");
        if (find_size(file.sizes, size.width, size.height) != file.sizes.end())
            fail("this size is repeated");
        file.sizes.push_back(size);
    }

    void set_number(TuningFile& file, std::string_view line) const {
        const size_t space = std::min(line.find(' '), line.size());
        const TuningNumber* number = find_number(kind_, line.substr(0, space));
        if (number == nullptr) fail("there is no tuning number " + quote(line.substr(0, space)));
        if (file.sizes.empty()) fail("a size must come first");
        if (space == line.size()) fail("there is no value");
        int& place = file.sizes.back().tuning.*number->place;
        if (place != number->shipped()) fail("this number is repeated");
        const int value = whole(line.substr(space + 1), 0, number->values.back());
        if (std::find(number->values.begin(), number->values.end(), value) == number->values.end())
            fail(std::to_string(value) + " is not a value of " + std::string(number->name));
        if (value == number->shipped()) fail(std::to_string(value) + " is the shipped value");
        place = value;
    }

    std::string_view rest_;
    std::string kind_;
    int line_ = 0;
};

}  // namespace

Tuning TuningFile::of(int width, int height) const {
    const auto found = find_size(sizes, width, height);
    return found == sizes.end() ? Tuning() : found->tuning;
}

void TuningFile::set(const TunedSize& size) {
    const auto found = find_size(sizes, size.width, size.height);
    if (found != sizes.end())
        *found = size;
    else
        sizes.push_back(size);
}

std::string tuning_text(const TuningFile& file) {
    std::string text(title);
    text += "\nlibrary " + file.library + "\nmachine " + file.machine + '\n';
    for (const TunedSize& size : file.sizes) {
        text += "size " + std::to_string(size.width) + 'x' + std::to_string(size.height) + '\n';
        for (const TuningNumber& number : tuning_numbers()) {
            const int value = size.tuning.*number.place;
            if (value != number.shipped())
                text += std::string(number.name) + ' ' + std::to_string(value) + '\n';
        }
    }
    return text + std::string(last_line) + '\n';
}

bool is_tuning_text(std::string_view text) { return text.empty() || text.starts_with(any_title); }

TuningFile parse_tuning(std::string_view text) { return TuningParser(text).file(); }

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the errors of a script. Each has a location, a message, the line with a caret, and
// perhaps a hint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/common/text.h"

namespace tonelift {

// The text of a script, followed by the included texts. Each of them is a part.
struct SourceText {
    struct Part {
        std::string name;
        int begin = 0;
    };

    std::string name;  // name in messages: a file name
    std::string text;
    std::vector<Part> included = {};

    int own_size() const {
        return included.empty() ? static_cast<int>(text.size()) : included.front().begin;
    }
};

// A range of the source, in bytes.
struct Span {
    int begin = 0;
    int end = 0;
};

class Diagnostics {
  public:
    explicit Diagnostics(const SourceText& source) : source_(source) {}

    // Reports an error. `hint` is a separate sentence that is printed as a note; it may be empty.
    // Several errors at the same location are reported once.
    void error(Span span, const std::string& message, const std::string& hint = "");
    // Call enter_call() before the body of a function is evaluated, and leave_call() after it. The
    // messages of errors in between name the function and the line of its call.
    void enter_call(const std::string& function, Span call) { calls_.push_back({function, call}); }
    void leave_call() { calls_.pop_back(); }
    bool failed() const { return !entries_.empty(); }
    // Returns whether the maximum number of errors was reported; further errors are dropped.
    bool full() const;
    // Returns all errors in source order, each with its line and a caret.
    std::string text() const;
    void throw_if_failed() const;

  private:
    struct Entry {
        Span span;
        std::string message;
        std::string hint;
        std::string call;  // context such as "in 'f', called in line 12", or empty
    };
    struct CallSite {
        std::string function;
        Span span;
    };
    // The script or an included text: its name and its range in the whole text.
    struct SourcePart {
        std::string name;
        int begin;
        int end;
    };
    SourcePart part_of(int position) const;
    int line_of(int position) const;
    std::string format(const Entry& entry) const;

    const SourceText& source_;
    std::vector<Entry> entries_;
    std::vector<CallSite> calls_;
};

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// What is wrong with a script, said as a good compiler says it: place, message, the line with a
// caret, a hint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/language/text.h"

namespace tonelift {

// The text of a script; what it includes is appended behind it, part by part.
struct SourceText {
    struct Part {
        std::string name;
        int begin = 0;
    };

    std::string name;  // what messages call it: a file name
    std::string text;
    std::vector<Part> included = {};

    int own_size() const {
        return included.empty() ? static_cast<int>(text.size()) : included.front().begin;
    }
};

// A stretch of the source, in bytes.
struct Span {
    int begin = 0;
    int end = 0;
};

class Diagnostics {
  public:
    explicit Diagnostics(const SourceText& source) : source_(source) {}

    // hint is a sentence of its own, printed as a note; may be empty. The same error at the same
    // place counts once.
    void error(Span span, const std::string& message, const std::string& hint = "");
    // Between these two, errors lie in a function that is called here, and say so.
    void enter_call(const std::string& function, Span call) { calls_.push_back({function, call}); }
    void leave_call() { calls_.pop_back(); }
    bool failed() const { return !entries_.empty(); }
    // True when so much is wrong that going on tells the user nothing.
    bool full() const;
    // All errors in the order of the source; each with the line and a caret.
    std::string text() const;
    void throw_if_failed() const;

  private:
    struct Entry {
        Span span;
        std::string message;
        std::string hint;
        std::string call;  // "in 'f', called in line 12", or empty
    };
    struct CallSite {
        std::string function;
        Span span;
    };
    // The part of the source that a position lies in, as a stretch of the text and its name.
    struct Place {
        std::string name;
        int begin;
        int end;
    };
    Place place_of(int position) const;
    int line_of(int position) const;
    std::string format(const Entry& entry) const;

    const SourceText& source_;
    std::vector<Entry> entries_;
    std::vector<CallSite> calls_;
};

}  // namespace tonelift

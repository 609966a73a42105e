// SPDX-License-Identifier: BSD-2-Clause
// Collects the errors of a script, and formats each error with its source line and a caret.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

struct SourceText {
    struct Part {
        std::string name;
        int begin = 0;
    };

    std::string name;
    std::string text;
    std::vector<Part> included = {};

    int own_size() const {
        return included.empty() ? static_cast<int>(text.size()) : included.front().begin;
    }
};

// A range of bytes in the source text, from `begin` to before `end`.
struct SourceSpan {
    int begin = 0;
    int end = 0;
};

class Diagnostics {
  public:
    explicit Diagnostics(const SourceText& source) : source_(source) {}

    // Adds an error, unless the same message was already added at the same location.
    void error(SourceSpan span, const std::string& message, const std::string& hint = "");
    // Errors that are added before leave_call() name `function` and the line of `call`.
    void enter_call(const std::string& function, SourceSpan call) {
        calls_.push_back({function, call});
    }
    void leave_call() { calls_.pop_back(); }
    bool failed() const { return !entries_.empty(); }
    bool full() const;
    // Returns the messages of all errors in source order, each with its source line and a caret.
    std::string text() const;
    void throw_if_failed() const;

  private:
    struct Entry {
        SourceSpan span;
        std::string message;
        std::string hint;
        std::string call;  // such as "in 'f', called in line 12"
    };
    struct CallSite {
        std::string function;
        SourceSpan span;
    };
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

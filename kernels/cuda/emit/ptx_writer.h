// SPDX-License-Identifier: BSD-2-Clause
//
// Writes PTX instructions, and declares the registers that these instructions use.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <string>

namespace tonelift::cuda {

// The kinds of registers, in this order: PTX types .pred, .b32, .b64, .f32 and .f64.
enum class RegisterKind { truth, word, address, number, large };

// Returns a PTX constant for `value`: its bits in hexadecimal, with the prefix of the type.
std::string ptx_number(float value);
std::string ptx_number(double value);
template <std::integral T>
std::string text(T n) {
    return std::to_string(n);
}

class PtxWriter {
  public:
    // The names of registers and labels start with `prefix`. Writers whose PTX is inserted into the
    // same kernel must have different prefixes.
    explicit PtxWriter(std::string prefix) : prefix_(std::move(prefix)) {}

    std::string make(RegisterKind kind);
    std::string word() { return make(RegisterKind::word); }
    std::string address() { return make(RegisterKind::address); }
    std::string number() { return make(RegisterKind::number); }
    std::string truth() { return make(RegisterKind::truth); }
    std::string label();

    void line(const char* op, std::initializer_list<std::string> operands);
    // Writes an instruction that is executed only if the predicate `truth` is true. A leading '!'
    // in `truth` inverts the predicate.
    void line_if(const std::string& truth, const char* op,
                 std::initializer_list<std::string> operands);
    void place(const std::string& label) { text_ += label + ":\n"; }
    void append(const std::string& text) { text_ += text; }

    std::string word(const char* op, std::initializer_list<std::string> operands);
    std::string number(const char* op, std::initializer_list<std::string> operands);
    std::string address(const char* op, std::initializer_list<std::string> operands);
    std::string truth(const char* op, std::initializer_list<std::string> operands);

    std::string declarations() const;
    const std::string& text() const { return text_; }
    std::string scope() const { return "{\n" + declarations() + text_ + "}\n"; }

  private:
    std::string result(RegisterKind kind, const char* op,
                       std::initializer_list<std::string> operands);
    void write(const char* op, const std::string* first, std::initializer_list<std::string> rest);

    std::string prefix_;
    std::string text_;
    std::array<int, 5> registers_{};
    int labels_ = 0;
};

}  // namespace tonelift::cuda

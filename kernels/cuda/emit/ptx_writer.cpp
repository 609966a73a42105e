// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/ptx_writer.h"

#include <bit>
#include <cstdint>
#include <cstdio>

namespace tonelift::cuda {
namespace {

struct KindText {
    char letter;
    const char* type;
};
constexpr KindText kinds[] = {
    {'p', ".pred"}, {'r', ".b32"}, {'d', ".b64"}, {'f', ".f32"}, {'x', ".f64"}};

const KindText& text_of(RegisterKind kind) { return kinds[static_cast<size_t>(kind)]; }

}  // namespace

std::string ptx_number(float value) {
    char text[16];
    std::snprintf(text, sizeof text, "0f%08X", std::bit_cast<uint32_t>(value));
    return text;
}

std::string ptx_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "0d%016llX",
                  static_cast<unsigned long long>(std::bit_cast<uint64_t>(value)));
    return text;
}

std::string PtxWriter::make(RegisterKind kind) {
    return "%" + prefix_ + text_of(kind).letter +
           std::to_string(registers_[static_cast<size_t>(kind)]++);
}

std::string PtxWriter::label() { return "$" + prefix_ + std::to_string(labels_++); }

void PtxWriter::write(const char* op, const std::string* first,
                      std::initializer_list<std::string> rest) {
    text_ += op;
    const char* separator = " ";
    if (first != nullptr) {
        text_ += separator + *first;
        separator = ", ";
    }
    for (const std::string& operand : rest) {
        text_ += separator;
        text_ += operand;
        separator = ", ";
    }
    text_ += ";\n";
}

void PtxWriter::line(const char* op, std::initializer_list<std::string> operands) {
    write(op, nullptr, operands);
}

void PtxWriter::line_if(const std::string& truth, const char* op,
                        std::initializer_list<std::string> operands) {
    text_ += "@" + truth + " ";
    write(op, nullptr, operands);
}

std::string PtxWriter::result(RegisterKind kind, const char* op,
                              std::initializer_list<std::string> operands) {
    const std::string to = make(kind);
    write(op, &to, operands);
    return to;
}

std::string PtxWriter::word(const char* op, std::initializer_list<std::string> operands) {
    return result(RegisterKind::word, op, operands);
}
std::string PtxWriter::number(const char* op, std::initializer_list<std::string> operands) {
    return result(RegisterKind::number, op, operands);
}
std::string PtxWriter::address(const char* op, std::initializer_list<std::string> operands) {
    return result(RegisterKind::address, op, operands);
}
std::string PtxWriter::truth(const char* op, std::initializer_list<std::string> operands) {
    return result(RegisterKind::truth, op, operands);
}

std::string PtxWriter::declarations() const {
    std::string text;
    for (size_t i = 0; i < registers_.size(); ++i) {
        if (registers_[i] == 0) continue;
        text += std::string(".reg ") + kinds[i].type + " %" + prefix_ + kinds[i].letter + "<" +
                std::to_string(registers_[i]) + ">;\n";
    }
    return text;
}

}  // namespace tonelift::cuda

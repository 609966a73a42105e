// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

template <typename T>
void load(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    const uint64_t address = thread.bits(instruction.operands.at(form.count));
    const std::byte* from = thread.memory(form.space, address, form.count * sizeof(T));
    for (size_t i = 0; i < form.count; ++i) {
        T value;
        std::memcpy(&value, from + i * sizeof(T), sizeof(T));
        thread.set<T>(instruction.operands[i], value);
    }
}

template <typename T>
void store(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    std::byte* to =
        thread.memory(form.space, thread.bits(instruction.operands[0]), form.count * sizeof(T));
    for (size_t i = 0; i < form.count; ++i) {
        const T value = thread.get<T>(instruction.operands.at(i + 1));
        std::memcpy(to + i * sizeof(T), &value, sizeof(T));
    }
}

constexpr auto sum = [](uint32_t a, uint32_t b) { return a + b; };
constexpr auto largest = [](uint32_t a, uint32_t b) { return std::max(a, b); };
constexpr auto next = [](uint32_t a, uint32_t b) { return a >= b ? 0 : a + 1; };

template <auto f, bool gives>
void change(Thread& thread, const Instruction& instruction) {
    const size_t address = gives ? 1 : 0;
    std::byte* at =
        thread.memory(instruction.form->space, thread.bits(instruction.operands.at(address)), 4);
    uint32_t before;
    std::memcpy(&before, at, 4);
    const uint32_t after = f(before, thread.get<uint32_t>(instruction.operands.at(address + 1)));
    std::memcpy(at, &after, 4);
    if (gives) thread.set<uint32_t>(instruction.operands[0], before);
}

void touch(Thread& thread, const Instruction& instruction) {
    thread.memory(instruction.form->space, thread.bits(instruction.operands.at(0)), 1);
}

template <uint64_t window, bool to_space>
void convert_address(Thread& thread, const Instruction& instruction) {
    const uint64_t address = thread.bits(instruction.operands.at(1));
    thread.set<uint64_t>(instruction.operands[0], to_space ? address - window : address + window);
}

struct SpaceName {
    const char* name;
    Space space;
};
constexpr SpaceName spaces[] = {{"", Space::generic},       {".global", Space::global},
                                {".shared", Space::shared}, {".local", Space::local},
                                {".param", Space::param},   {".global.nc", Space::global}};

template <typename T>
void add_type(Forms& forms, const std::string& type) {
    for (const SpaceName& space : spaces) {
        for (const uint8_t count : {1, 2, 4}) {
            const std::string rest =
                space.name + (count > 1 ? ".v" + std::to_string(count) : "") + "." + type;
            Form form;
            form.space = space.space;
            form.count = count;
            for (const char* order : {"", ".volatile", ".relaxed.gpu"}) {
                form.run = load<T>;
                forms["ld" + (order + rest)] = form;
                form.run = store<T>;
                forms["st" + (order + rest)] = form;
            }
        }
    }
}

template <auto f>
void add_atomic(Forms& forms, const std::string& name) {
    for (const SpaceName& space : spaces) {
        for (const bool gives : {false, true}) {
            Form& form = forms[(gives ? "atom" : "red") + (space.name + ("." + name)) + ".u32"];
            form.run = gives ? change<f, true> : change<f, false>;
            form.space = space.space;
        }
    }
}

template <uint64_t window>
void add_space(Forms& forms, const std::string& space) {
    add(forms, "cvta." + space + ".u64", convert_address<window, false>);
    add(forms, "cvta.to." + space + ".u64", convert_address<window, true>);
}

}  // namespace

void add_memory_forms(Forms& forms) {
    for (const char* letter : {"u", "b"}) {
        add_type<uint8_t>(forms, std::string(letter) + "8");
        add_type<uint16_t>(forms, std::string(letter) + "16");
        add_type<uint32_t>(forms, std::string(letter) + "32");
        add_type<uint64_t>(forms, std::string(letter) + "64");
    }
    add_type<int8_t>(forms, "s8");
    add_type<int16_t>(forms, "s16");
    add_type<int32_t>(forms, "s32");
    add_type<int64_t>(forms, "s64");
    add_type<float>(forms, "f32");
    add_type<double>(forms, "f64");
    add_atomic<sum>(forms, "add");
    add_atomic<largest>(forms, "max");
    add_atomic<next>(forms, "inc");
    add_space<0>(forms, "global");
    add_space<shared_window>(forms, "shared");
    add_space<local_window>(forms, "local");
    add_space<param_window>(forms, "param");
    forms["prefetch.global.L2"].run = touch;
    forms["prefetch.global.L2"].space = Space::global;
}

}  // namespace tonelift::interpreter

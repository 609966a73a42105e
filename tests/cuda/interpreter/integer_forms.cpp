// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

template <typename T>
constexpr auto sum = [](T a, T b) { return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b)); };
template <typename T>
constexpr auto difference =
    [](T a, T b) { return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b)); };
template <typename T>
constexpr auto low_product =
    [](T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); };
template <typename T>
constexpr auto low_product_sum = [](T a, T b, T c) { return sum<T>(low_product<T>(a, b), c); };

template <typename T>
constexpr auto quotient = [](T a, T b) {
    if (b == 0) throw Fault("a division by 0");
    return static_cast<T>(a / b);
};
template <typename T>
constexpr auto remainder = [](T a, T b) {
    if (b == 0) throw Fault("a division by 0");
    return static_cast<T>(a % b);
};
template <typename T>
constexpr auto least = [](T a, T b) { return std::min(a, b); };
template <typename T>
constexpr auto most = [](T a, T b) { return std::max(a, b); };
template <typename T>
constexpr auto negative = [](T a) { return difference<T>(0, a); };
template <typename T>
constexpr auto magnitude = [](T a) { return a < 0 ? difference<T>(0, a) : a; };

template <typename T>
void add_arithmetic(Forms& forms, const std::string& type) {
    add(forms, "add." + type, computed<T, T, 2, sum<T>>);
    add(forms, "sub." + type, computed<T, T, 2, difference<T>>);
    add(forms, "mul.lo." + type, computed<T, T, 2, low_product<T>>);
    add(forms, "mad.lo." + type, computed<T, T, 3, low_product_sum<T>>);
    add(forms, "div." + type, computed<T, T, 2, quotient<T>>);
    add(forms, "rem." + type, computed<T, T, 2, remainder<T>>);
    add(forms, "min." + type, computed<T, T, 2, least<T>>);
    add(forms, "max." + type, computed<T, T, 2, most<T>>);
    add(forms, "neg." + type, computed<T, T, 1, negative<T>>);
    add(forms, "abs." + type, computed<T, T, 1, magnitude<T>>);
}

template <typename Wide, typename T>
void multiply_wide(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const Wide product = static_cast<Wide>(thread.get<T>(in.at(1))) * thread.get<T>(in.at(2));
    const Wide more = in.size() > 3 ? thread.get<Wide>(in[3]) : 0;
    thread.set<Wide>(in[0], sum<Wide>(product, more));
}

template <typename Wide, typename T>
void multiply_high(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const Wide product = static_cast<Wide>(thread.get<T>(in.at(1))) * thread.get<T>(in.at(2));
    thread.set<T>(in[0], static_cast<T>(product >> (8 * sizeof(T))));
}

template <typename T>
void shift_left(Thread& thread, const Instruction& instruction) {
    const auto by = thread.get<uint32_t>(instruction.operands.at(2));
    const T value = thread.get<T>(instruction.operands[1]);
    thread.set<T>(instruction.operands[0],
                  by >= 8 * sizeof(T) ? T{0} : static_cast<T>(value << by));
}
template <typename T>
void shift_right(Thread& thread, const Instruction& instruction) {
    const auto by = thread.get<uint32_t>(instruction.operands.at(2));
    const T value = thread.get<T>(instruction.operands[1]);
    const unsigned most_bits = 8 * sizeof(T) - 1;
    const T last = static_cast<T>(value >> most_bits);
    thread.set<T>(instruction.operands[0], by > most_bits ? (std::is_signed_v<T> ? last : T{0})
                                                          : static_cast<T>(value >> by));
}

template <typename T>
constexpr auto conjunction = [](T a, T b) { return static_cast<T>(a & b); };
template <typename T>
constexpr auto disjunction = [](T a, T b) { return static_cast<T>(a | b); };
template <typename T>
constexpr auto exclusive = [](T a, T b) { return static_cast<T>(a ^ b); };
template <typename T>
constexpr auto complement = [](T a) {
    if constexpr (std::is_same_v<T, bool>) {
        return !a;
    } else {
        return static_cast<T>(~a);
    }
};

template <typename T>
void add_logic(Forms& forms, const std::string& type) {
    add(forms, "and." + type, computed<T, T, 2, conjunction<T>>);
    add(forms, "or." + type, computed<T, T, 2, disjunction<T>>);
    add(forms, "xor." + type, computed<T, T, 2, exclusive<T>>);
    add(forms, "not." + type, computed<T, T, 1, complement<T>>);
}

template <typename T>
void insert_bits(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const auto at = thread.get<uint32_t>(in.at(3)), count = thread.get<uint32_t>(in.at(4));
    T mask = 0;
    for (uint32_t i = at; i < std::min<uint32_t>(at + count, 8 * sizeof(T)); ++i) mask |= T{1} << i;
    const T placed = at < 8 * sizeof(T) ? thread.get<T>(in[1]) << at : 0;
    thread.set<T>(in[0], (placed & mask) | (thread.get<T>(in[2]) & ~mask));
}

uint32_t reversed(uint32_t bits) {
    uint32_t result = 0;
    for (int i = 0; i < 32; ++i) result |= (bits >> i & 1) << (31 - i);
    return result;
}

uint32_t shift_pair_left(uint32_t a, uint32_t b, uint32_t count) {
    const uint64_t both = uint64_t{b} << 32 | a;
    return static_cast<uint32_t>(both << (count & 31) >> 32);
}

void permute(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const uint64_t all =
        uint64_t{thread.get<uint32_t>(in.at(2))} << 32 | thread.get<uint32_t>(in.at(1));
    const auto selectors = thread.get<uint32_t>(in.at(3));
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i) {
        const uint32_t selector = selectors >> (4 * i) & 15;
        uint32_t byte = all >> (8 * (selector & 7)) & 255;
        if ((selector & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
        result |= byte << (8 * i);
    }
    thread.set<uint32_t>(in[0], result);
}

template <typename A, typename B>
void add_byte_products(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const auto a = thread.get<uint32_t>(in.at(1)), b = thread.get<uint32_t>(in.at(2));
    auto sum = thread.get<uint32_t>(in.at(3));
    for (int bit = 0; bit < 32; bit += 8)
        sum += static_cast<uint32_t>(static_cast<A>(a >> bit) * static_cast<B>(b >> bit));
    thread.set<uint32_t>(in[0], sum);
}

void add_half_products(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    const auto a = thread.get<uint32_t>(in.at(1)), b = thread.get<uint32_t>(in.at(2));
    const uint32_t low = (a & 0xffff) * (b & 0xff), high = (a >> 16) * (b >> 8 & 0xff);
    thread.set<uint32_t>(in[0], thread.get<uint32_t>(in.at(3)) + low + high);
}

template <typename T>
void choose(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    thread.set<T>(in[0], thread.get<T>(in[thread.get<bool>(in.at(3)) ? 1 : 2]));
}

template <typename T>
void move(Thread& thread, const Instruction& instruction) {
    thread.set<T>(instruction.operands[0], thread.get<T>(instruction.operands.at(1)));
}
void move_parts(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    if (in.size() == 2) return move<uint64_t>(thread, instruction);
    const bool splits = in.size() == 3 && instruction.parts_first;
    if (splits) {
        const auto all = thread.get<uint64_t>(in[2]);
        thread.set<uint32_t>(in[0], static_cast<uint32_t>(all));
        thread.set<uint32_t>(in[1], static_cast<uint32_t>(all >> 32));
    } else {
        thread.set<uint64_t>(
            in[0], thread.get<uint32_t>(in.at(1)) | uint64_t{thread.get<uint32_t>(in.at(2))} << 32);
    }
}

template <typename T>
void add_comparisons(Forms& forms, const std::string& type) {
    add(forms, "setp.eq." + type, computed<bool, T, 2, [](T a, T b) { return a == b; }>);
    add(forms, "setp.ne." + type, computed<bool, T, 2, [](T a, T b) { return a != b; }>);
    add(forms, "setp.lt." + type, computed<bool, T, 2, [](T a, T b) { return a < b; }>);
    add(forms, "setp.le." + type, computed<bool, T, 2, [](T a, T b) { return a <= b; }>);
    add(forms, "setp.gt." + type, computed<bool, T, 2, [](T a, T b) { return b < a; }>);
    add(forms, "setp.ge." + type, computed<bool, T, 2, [](T a, T b) { return a >= b; }>);
}

template <typename T, typename Signed>
void add_of_width(Forms& forms, const std::string& bits) {
    add_arithmetic<T>(forms, "u" + bits);
    add_arithmetic<Signed>(forms, "s" + bits);
    add_comparisons<T>(forms, "u" + bits);
    add_comparisons<T>(forms, "b" + bits);
    add_comparisons<Signed>(forms, "s" + bits);
    add_logic<T>(forms, "b" + bits);
    add(forms, "shl.b" + bits, shift_left<T>);
    add(forms, "shr.u" + bits, shift_right<T>);
    add(forms, "shr.b" + bits, shift_right<T>);
    add(forms, "shr.s" + bits, shift_right<Signed>);
    for (const char* letter : {"u", "b"}) {
        add(forms, "selp." + (letter + bits), choose<T>);
        add(forms, "mov." + (letter + bits), move<T>);
    }
    add(forms, "selp.s" + bits, choose<Signed>);
    add(forms, "mov.s" + bits, move<Signed>);
}

}  // namespace

void add_integer_forms(Forms& forms) {
    add_of_width<uint16_t, int16_t>(forms, "16");
    add_of_width<uint32_t, int32_t>(forms, "32");
    add_of_width<uint64_t, int64_t>(forms, "64");
    add_logic<bool>(forms, "pred");
    add(forms, "mov.pred", move<bool>);
    for (const char* name : {"mul.wide", "mad.wide"}) {
        add(forms, std::string(name) + ".s16", multiply_wide<int32_t, int16_t>);
        add(forms, std::string(name) + ".s32", multiply_wide<int64_t, int32_t>);
        add(forms, std::string(name) + ".u32", multiply_wide<uint64_t, uint32_t>);
        add(forms, std::string(name) + ".u16", multiply_wide<uint32_t, uint16_t>);
    }
    add(forms, "mul.hi.s32", multiply_high<int64_t, int32_t>);
    add(forms, "mul.hi.u32", multiply_high<uint64_t, uint32_t>);
    add(forms, "bfi.b32", insert_bits<uint32_t>);
    add(forms, "bfi.b64", insert_bits<uint64_t>);
    add(forms, "prmt.b32", permute);
    add(forms, "shf.l.wrap.b32", computed<uint32_t, uint32_t, 3, shift_pair_left>);
    add(forms, "clz.b32",
        computed<uint32_t, uint32_t, 1, [](uint32_t a) { return std::countl_zero(a); }>);
    add(forms, "brev.b32", computed<uint32_t, uint32_t, 1, reversed>);
    add(forms, "dp4a.u32.u32", add_byte_products<uint8_t, uint8_t>);
    add(forms, "dp2a.lo.u32.u32", add_half_products);
    add(forms, "dp4a.u32.s32", add_byte_products<uint8_t, int8_t>);
    add(forms, "mov.b64", move_parts);
}

}  // namespace tonelift::interpreter

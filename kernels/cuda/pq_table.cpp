// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/pq_table.h"

#include <bit>
#include <cmath>
#include <vector>

#include "kernels/cuda/block_loops.h"
#include "kernels/cuda/table_lookup.h"
#include "kernels/math/constants.h"

namespace tonelift::cuda {
namespace {

thread_local PqTables tables_there;

struct Line {
    float at_zero;
    float slope;
};

// The line over [from, from + width] from `low` to `high`.
Line line_over(double from, double width, double low, double high) {
    const double slope = (high - low) / width;
    return {static_cast<float>(low - slope * from), static_cast<float>(slope)};
}

// One of the two tables.
struct Table {
    const char* global;
    const char* shared;
    int entries;
    Line (*line)(int entry);
};

constexpr int decode_intervals = 1024;

Line decode_line(int entry) {
    const auto place = [](int i) { return static_cast<float>(i) / decode_intervals; };
    return line_over(double{place(entry)}, 1.0 / decode_intervals,
                     double{math::pq_decode(place(entry))},
                     double{math::pq_decode(place(entry + 1))});  // 1 at most
}

// Floats of an interval begin with the same bits: 8 of the exponent and 5 of the mantissa.
constexpr int encode_bits = 5, encode_shift = 23 - encode_bits;
constexpr float encode_least = 0x1p-24f, encode_most = 64.0f;
constexpr uint32_t encode_first = std::bit_cast<uint32_t>(encode_least) >> encode_shift;
constexpr uint32_t encode_last = std::bit_cast<uint32_t>(encode_most) >> encode_shift;

// SMPTE ST 2084 equation 5.2, continued above its white.
double code_of(double light) {
    const double y = std::pow(light / double{math::pq_top}, constants::pq_m1);
    return std::pow((constants::pq_c1 + constants::pq_c2 * y) / (1 + constants::pq_c3 * y),
                    constants::pq_m2);
}

// The line halfway between the chord of the curve and its parallel tangent.
Line encode_line(int entry) {
    const auto place = [](uint32_t i) {
        return double{std::bit_cast<float>((encode_first + i) << encode_shift)};
    };
    const double from = place(static_cast<uint32_t>(entry));
    const double to = place(static_cast<uint32_t>(entry) + 1);
    if (entry == 0) return line_over(0, to, 0, code_of(to));
    const double off = (code_of((from + to) / 2) - (code_of(from) + code_of(to)) / 2) / 2;
    return line_over(from, to - from, code_of(from) + off, code_of(to) + off);
}

constexpr Table decode_table = {"tonelift_pq", "tonelift_pq_lines", decode_intervals + 1,
                                decode_line};
constexpr Table encode_table = {"tonelift_pq_codes", "tonelift_pq_code_lines",
                                encode_last - encode_first + 1, encode_line};

std::vector<Table> tables_of(const PqTables& tables) {
    std::vector<Table> result;
    if (tables.decode) result.push_back(decode_table);
    if (tables.encode) result.push_back(encode_table);
    return result;
}

std::string table_text(const Table& table) {
    std::string text = std::string(".global .align 8 .f32 ") + table.global + "[" +
                       std::to_string(2 * table.entries) + "] = {";
    for (int i = 0; i < table.entries; ++i) {
        const Line line = table.line(i);
        if (i > 0) text += i % 4 == 0 ? ",\n" : ", ";
        text += ptx_number(line.at_zero) + ", " + ptx_number(line.slope);
    }
    return text + "};\n";
}

ptx::Number value_at(PtxWriter& to, const std::string& address, int offset, const ptx::Number& x) {
    const std::string at_zero = to.number(), slope = to.number();
    to.line("ld.shared.v2.f32", {"{" + at_zero + ", " + slope + "}",
                                 "[" + address + "+" + std::to_string(offset) + "]"});
    return multiply_add(x, ptx::Number(slope), ptx::Number(at_zero));
}

}  // namespace

void PqTables::want(Op op) {
    decode |=
        op == Op::pq_decode || op == Op::relight || op == Op::from_ictcp || op == Op::hue_rotate;
    encode |= op == Op::pq_encode || op == Op::lightness;
}

std::string pq_tables_text(const PqTables& tables) {
    std::string text;
    for (const Table& table : tables_of(tables)) text += table_text(table);
    return text;
}

std::string pq_tables_shared(const PqTables& tables) {
    std::string text;
    for (const Table& table : tables_of(tables)) {
        text += std::string(".shared .align 8 .b8 ") + table.shared + "[" +
                std::to_string(8 * table.entries) + "];\n";
    }
    return text;
}

int pq_tables_bytes(const PqTables& tables) {
    int bytes = 0;
    for (const Table& table : tables_of(tables)) bytes += 8 * table.entries;
    return bytes;
}

void copy_pq_tables(PtxWriter& to, const PqTables& tables) {
    for (const Table& table : tables_of(tables)) {
        const std::string from = to.address("mov.u64", {table.global});
        const std::string start = to.word("mov.u32", {table.shared});
        for_own_indexes(to, table.entries, [&](const std::string& index) {
            const std::string line = to.number(), slope = to.number();
            const std::string both = "{" + line + ", " + slope + "}";
            to.line("ld.global.nc.v2.f32",
                    {both, "[" + to.address("mad.wide.u32", {index, "8", from}) + "]"});
            to.line("st.shared.v2.f32",
                    {"[" + to.word("mad.lo.u32", {index, "8", start}) + "]", both});
        });
    }
}

PqTableScope::PqTableScope(const PqTables& tables) : before_(tables_there) {
    tables_there = tables;
}
PqTableScope::~PqTableScope() { tables_there = before_; }
const PqTables& PqTableScope::there() { return tables_there; }

// PQ decoding: the number of the interval is the bits of a denormal number.
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x) {
    const ptx::Number bounded = saturate(x);
    const std::string place = table_place(to, bounded, decode_intervals);
    const std::string start = to.word("mov.u32", {decode_table.shared});
    const std::string address = to.word("mad.lo.u32", {place, "8", start});
    return ptx::Number(value_at(to, address, 0, bounded).text(), {0.0f, math::pq_top});
}

// PQ encoding: as integers, the bits of negative numbers are less than those of positive ones.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x) {
    const ptx::Number bounded = min(x, ptx::Number(encode_most));
    const std::string bits = to.word("mov.b32", {bounded.text()});
    const std::string place = to.word("shr.s32", {bits, std::to_string(encode_shift)});
    const std::string entry = to.word("max.s32", {place, std::to_string(encode_first)});
    const std::string start = to.word("mov.u32", {encode_table.shared});
    const std::string address = to.word("mad.lo.u32", {entry, "8", start});
    return saturate(value_at(to, address, -8 * static_cast<int>(encode_first), bounded));
}

}  // namespace tonelift::cuda

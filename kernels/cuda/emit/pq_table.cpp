// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/pq_table.h"

#include <bit>
#include <cmath>
#include <vector>

#include "kernels/cuda/emit/block_loops.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/math/constants.h"

namespace tonelift::cuda {
namespace {

thread_local PqTables tables_there;
thread_local bool address_is_kept = false;  // for the kernel that is being emitted

struct Line {
    float at_zero;
    float slope;
};

// The linear function over [from, from + width] from `low` to `high`.
Line line_over(double from, double width, double low, double high) {
    const double slope = (high - low) / width;
    return {static_cast<float>(low - slope * from), static_cast<float>(slope)};
}

// One of the two lookup tables.
struct Table {
    const char* global;
    int entries;
    Line (*line)(int entry);
};

// Shared memory holds both, encoding first. A register has the address between them, which the
// driver's compiler would otherwise find anew for each lookup.
constexpr const char* shared_tables = "tonelift_pq_lines";
constexpr const char* between_register = "%tpq";
constexpr int encode_bytes = pq_line_bytes * pq_encode_lines;
thread_local int encode_bytes_there = 0;  // size of the table before the address

std::string between_tables(PtxWriter& to) {
    const std::string start = to.word("mov.u32", {shared_tables});
    return to.word("add.u32", {start, std::to_string(encode_bytes_there)});
}

std::string between(PtxWriter& to) {
    return address_is_kept ? between_register : between_tables(to);
}

Line decode_line(int entry) {
    const auto place = [](int i) { return static_cast<float>(i) / pq_decode_intervals; };
    return line_over(double{place(entry)}, 1.0 / pq_decode_intervals,
                     double{math::pq_decode(place(entry))},
                     double{math::pq_decode(place(entry + 1))});  // 1 at most
}

// SMPTE ST 2084 equation 5.2, extrapolated above its peak.
double code_of(double light) {
    const double y = std::pow(light / double{math::pq_top}, constants::pq_m1);
    return std::pow((constants::pq_c1 + constants::pq_c2 * y) / (1 + constants::pq_c3 * y),
                    constants::pq_m2);
}

// The line halfway between the chord of the curve and the tangent parallel to it.
Line encode_line(int entry) {
    const auto place = [](uint32_t i) {
        return double{std::bit_cast<float>((pq_encode_first + i) << pq_encode_shift)};
    };
    const double from = place(static_cast<uint32_t>(entry));
    const double to = place(static_cast<uint32_t>(entry) + 1);
    if (entry == 0) return line_over(0, to, 0, code_of(to));
    const double off = (code_of((from + to) / 2) - (code_of(from) + code_of(to)) / 2) / 2;
    return line_over(from, to - from, code_of(from) + off, code_of(to) + off);
}

constexpr Table decode_table = {"tonelift_pq", pq_decode_lines, decode_line};
constexpr Table encode_table = {"tonelift_pq_codes", pq_encode_lines, encode_line};

std::vector<Table> tables_of(const PqTables& tables) {
    std::vector<Table> result;
    if (tables.encode) result.push_back(encode_table);
    if (tables.decode) result.push_back(decode_table);
    return result;
}

std::string table_text(const Table& table) {
    std::string text = std::string(".global .align 16 .f32 ") + table.global + "[" +
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

std::string pq_tables_text(const PqTables& tables) {
    std::string text;
    for (const Table& table : tables_of(tables)) text += table_text(table);
    return text;
}

std::string pq_tables_shared(const PqTables& tables) {
    if (tables.bytes() == 0) return "";
    return std::string(".shared .align 16 .b8 ") + shared_tables + "[" +
           std::to_string(tables.bytes()) + "];\n.reg .b32 " + between_register + ";\n";
}

void copy_pq_tables(PtxWriter& to, const PqTables& tables, const std::string& zero) {
    if (tables.bytes() == 0) return;
    std::string start = to.word("mov.u32", {shared_tables});
    address_is_kept = !zero.empty();
    encode_bytes_there = tables.encode ? encode_bytes : 0;
    if (address_is_kept) to.line("add.u32", {between_register, between_tables(to), zero});
    for (const Table& table : tables_of(tables)) {
        const std::string from = to.address("mov.u64", {table.global});
        for_own_indexes(to, table.entries / 2, [&](const std::string& index) {
            std::string lines = to.word();
            for (int i = 1; i < 4; ++i) lines += ", " + to.word();
            to.line(
                "ld.global.nc.v4.b32",
                {"{" + lines + "}", "[" + to.address("mad.wide.u32", {index, "16", from}) + "]"});
            to.line("st.shared.v4.b32",
                    {"[" + to.word("mad.lo.u32", {index, "16", start}) + "]", "{" + lines + "}"});
        });
        start = to.word("add.u32", {start, std::to_string(pq_line_bytes * table.entries)});
    }
}

PqTableScope::PqTableScope(const PqTables& tables) : before_(tables_there) {
    tables_there = tables;
}
PqTableScope::~PqTableScope() { tables_there = before_; }
const PqTables& PqTableScope::there() { return tables_there; }

// PQ decoding: scaling to a denormal number makes its bits the index of the interval.
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x) {
    const ptx::Number bounded = saturate(x);
    const std::string place = table_place(to, bounded, pq_decode_intervals);
    const std::string address = to.word("mad.lo.u32", {place, "8", between(to)});
    return ptx::Number(value_at(to, address, 0, bounded).text(), {0.0f, math::pq_top});
}

// PQ encoding: compared as integers, the bits of negative numbers are less than those of positive
// ones.
ptx::Number pq_encode_value(PtxWriter& to, const ptx::Number& x) {
    const ptx::Number bounded = min(x, ptx::Number(pq_encode_most));
    const std::string bits = to.word("mov.b32", {bounded.text()});
    const std::string place = to.word("shr.s32", {bits, std::to_string(pq_encode_shift)});
    const std::string entry = to.word("max.s32", {place, std::to_string(pq_encode_first)});
    const std::string address = to.word("mad.lo.u32", {entry, "8", between(to)});
    const int first = -encode_bytes - pq_line_bytes * static_cast<int>(pq_encode_first);
    return saturate(value_at(to, address, first, bounded));
}

}  // namespace tonelift::cuda

// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/pq_table.h"

#include <vector>

#include "kernels/cuda/emit/block_loops.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/device/pq_lines.h"

namespace tonelift::cuda {
namespace {

thread_local PqTables tables_there;
thread_local bool address_is_kept = false;

struct Table {
    const char* global;
    int entries;
    PqLine (*line)(int entry);
};

// between_register contains the address at which the encoding table ends and the decoding table
// starts. Without this register, the driver's compiler would compute the address again at each use.
constexpr const char* shared_tables = "tonelift_pq_lines";
constexpr const char* between_register = "%tpq";
constexpr int encode_bytes = pq_line_bytes * pq_encode_lines;
// size of the encoding table in bytes, or 0 if the kernel has none
thread_local int encode_bytes_there = 0;

std::string between_tables(PtxWriter& to) {
    const std::string start = to.word("mov.u32", {shared_tables});
    return to.word("add.u32", {start, std::to_string(encode_bytes_there)});
}

std::string between(PtxWriter& to) {
    return address_is_kept ? between_register : between_tables(to);
}

constexpr Table decode_table = {"tonelift_pq", pq_decode_lines, pq_decode_line};
constexpr Table encode_table = {"tonelift_pq_codes", pq_encode_lines, pq_encode_line};

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
        const PqLine line = table.line(i);
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

// Scales x so that the product is a denormal number. The bits of this number are the index of the
// table entry for x.
ptx::Number pq_decode_value(PtxWriter& to, const ptx::Number& x) {
    const ptx::Number bounded = saturate(x);
    const std::string place = table_place(to, bounded, pq_decode_intervals);
    const std::string address = to.word("mad.lo.u32", {place, "8", between(to)});
    return ptx::Number(value_at(to, address, 0, bounded).text(), {0.0f, math::pq_top});
}

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

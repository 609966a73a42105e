// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/kept_rows.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;
using Numbers = std::vector<Number>;

constexpr const char* slot_register = "%tko";
constexpr const char* memory_name = "tonelift_kept";

// Number of floats that a thread stores at adjacent addresses of shared memory. With 4 floats,
// which are 16 bytes, accesses have no bank conflicts.
constexpr size_t quad_floats = 4;
constexpr size_t quad_bytes = quad_floats * sizeof(float);
constexpr size_t threads = 128;

std::string above_register(int region) { return "%tkp" + std::to_string(region); }

template <typename Emit>
void each_quad(size_t first, const Numbers& values, Emit emit) {
    for (size_t i = 0; i < values.size(); i += quad_floats) {
        const size_t offset = (first + i) / quad_floats * threads * quad_bytes;
        std::string names = values[i].text();
        for (size_t k = 1; k < quad_floats; ++k) names += ", " + values[i + k].text();
        emit("[" + std::string(slot_register) + "+" + text(offset) + "]", "{" + names + "}");
    }
}

Numbers copied(PtxWriter& to, Numbers values) {
    values.resize((values.size() + quad_floats - 1) / quad_floats * quad_floats, Number(0.0f));
    for (Number& value : values)
        value = Number(to.number("mov.f32", {value.text()}), value.bounds());
    return values;
}

}  // namespace

std::string KeptRows::registers() {
    return std::string(".reg .b32 ") + slot_register + ";\n.reg .b32 %tkp<" +
           std::to_string(most_regions) + ">;\n";
}

void KeptRows::begin(PtxWriter& to, const std::string& zero) {
    for (int region = 0; region < most_regions; ++region)
        to.line("mov.u32", {above_register(region), "0x80000000"});
    const std::string row = to.word("mov.u32", {"%tid.y"}), width = to.word("mov.u32", {"%ntid.x"});
    const std::string column = to.word("mov.u32", {"%tid.x"});
    const std::string thread = to.word("mad.lo.u32", {row, width, column});
    const std::string start = to.word("add.u32", {to.word("mov.u32", {memory_name}), zero});
    to.line("mad.lo.u32", {slot_register, thread, text(quad_bytes), start});
}

std::string KeptRows::memory(size_t values) {
    return std::string(".shared .align 16 .b8 ") + memory_name + "[" +
           text(values * threads * sizeof(float)) + "];\n";
}

Numbers KeptRows::values(PtxWriter& to, const std::string& above,
                         const std::function<Numbers()>& make) {
    const std::string of_values = above_register(regions_++);
    const std::string known = to.truth("setp.eq.s32", {above, of_values});
    const std::string read = to.label(), done = to.label();
    to.line_if(known, "bra", {read});
    const Numbers kept = copied(to, make());
    each_quad(size_, kept, [&](const std::string& address, const std::string& values) {
        to.line("st.shared.v4.f32", {address, values});
    });
    to.line("mov.u32", {of_values, above});
    to.line("bra", {done});
    to.place(read);
    each_quad(size_, kept, [&](const std::string& address, const std::string& values) {
        to.line("ld.shared.v4.f32", {values, address});
    });
    to.place(done);
    size_ += kept.size();
    return kept;
}

}  // namespace tonelift::cuda

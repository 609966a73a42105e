// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/table_program.h"

#include <algorithm>

#include "kernels/frame/step.h"

namespace tonelift::vulkan {
namespace {

constexpr size_t entry_blocks = curve_entries / block_floats;
static_assert(curve_entries % block_floats == 0);

template <typename Block>
float* floats(std::vector<Block>& blocks) {
    return reinterpret_cast<float*>(blocks.data());
}

}  // namespace

TableProgram::TableProgram(const PointProgram& program)
    : program_(program, {}),
      scratch_(program_.scratch_floats() / block_floats),
      places_(entry_blocks),
      entries_(entry_blocks),
      at_(program_.entries()) {
    for (int i = 0; i < curve_entries; ++i) floats(places_)[i] = frame::place_of_entry(i);
}

void TableProgram::place(const float* tables, size_t first) {
    for (const PreparedProgram::Access& access : program_.accesses()) {
        void*& at = at_[access.entry];
        if (access.op == Op::load_core) at = floats(places_) + first;
        if (access.op == Op::store_core) at = floats(entries_) + first;
        if (access.op == Op::lookup)
            at = const_cast<float*>(tables + size_t{access.index} * curve_entries);
    }
}

void TableProgram::run(std::span<const float> uniforms, const float* tables, float* entries) {
    uniforms_.resize(uniforms.size());
    for (size_t i = 0; i < uniforms.size(); ++i) fill_block(uniforms_[i].at, uniforms[i]);
    program_.bind(at_, floats(scratch_), floats(uniforms_));
    for (int first = 0; first < curve_entries; first += strip_pixels) {
        place(tables, static_cast<size_t>(first));
        program_.run({at_.data(), std::min(strip_pixels, curve_entries - first), first, 0});
    }
    std::copy_n(floats(entries_), curve_entries, entries);
}

}  // namespace tonelift::vulkan

// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/splice.h"

#include <algorithm>

#include "kernels/device/frame_entries.h"
#include "kernels/device/pq_tables.h"
#include "kernels/error.h"
#include "kernels/pass.h"
#include "kernels/reduce/reduce_policy.h"
#include "kernels/vulkan/emit/core_modules.h"
#include "kernels/vulkan/emit/kernel_reductions.h"
#include "kernels/vulkan/emit/plan_facts.h"
#include "kernels/vulkan/emit/program_emitter.h"

namespace tonelift::vulkan {
namespace {

// The GLSL source of the kernels repeats these values. A value that changes here must also change
// there.
static_assert(entry_input == 0 && entry_output == 4 && entry_values == 8 && entry_tables == 9 &&
              entry_reductions == 10);
static_assert(Storage::unorm16 == Storage{0} && Storage::float32 == Storage{1});
static_assert(Sample::U8 == Sample{0} && Sample::U16 == Sample{1} && Sample::F32 == Sample{2} &&
              Sample::U10X3 == Sample{3});
static_assert(pq_decode_intervals == 1024 && pq_decode_lines == 1026 && pq_encode_shift == 18 &&
              pq_encode_first == 103 << 5);
static_assert(histogram_bins == 1024 && sortable_key_shift == 22 && curve_entries == 1024);

std::span<const uint32_t> core_module(const std::string& kernel) {
    const auto all = core_modules();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const CoreModule& each) { return each.kernel == kernel; });
    if (found == all.end()) throw Error(Failure::internal, "no kernel called " + kernel);
    return found->words;
}

std::vector<const PointProgram*> programs_of(const KernelPrograms& programs) {
    std::vector<const PointProgram*> all;
    for (const PointProgram* program : {programs.prologue, programs.epilogue, programs.term}) {
        if (program != nullptr) all.push_back(program);
    }
    return all;
}

bool copies_codes(const PointProgram& program, const Plan& plan) {
    return std::all_of(program.code.begin(), program.code.end(), [&](const Instruction& each) {
        if (each.op == Op::load_core) return true;
        const bool stores = each.op == Op::store_core || each.op == Op::store_buffer;
        if (stores && each.in[0].kind != Operand::Kind::value) return false;
        if (each.op == Op::store_core) return true;
        if (each.op != Op::load_buffer && each.op != Op::store_buffer) return false;
        return plan.buffers.at(each.index).storage == Storage::unorm16;
    });
}

Units units_of(const std::string& kernel, const Plan& plan, const KernelPrograms& programs) {
    if (!kernel.starts_with("edge_scan")) return Units::numbers;
    const std::vector<const PointProgram*> all = programs_of(programs);
    const bool copies = std::all_of(
        all.begin(), all.end(), [&](const auto* program) { return copies_codes(*program, plan); });
    return copies ? Units::codes : Units::numbers;
}

}  // namespace

std::vector<uint32_t> splice(const std::string& kernel, const FrameLayout& layout,
                             const KernelPrograms& programs) {
    spirv::Module module(core_module(kernel));
    const KernelReductions reductions(layout, programs_of(programs));
    Facts facts = input_facts(layout.plan->input, programs.width, programs.rows);
    facts.merge(output_facts(layout.plan->output));
    facts.merge(reductions.facts());
    const Units units = units_of(kernel, *layout.plan, programs);
    facts["kernel_shape"] = static_cast<uint32_t>(programs.parts);
    facts["core_in_codes"] = units == Units::codes ? 1 : 0;
    module.freeze(facts);

    const std::pair<Placeholder, const PointProgram*> placeholders[] = {
        {{"prologue", 2}, programs.prologue},   {{"epilogue", 0}, programs.epilogue},
        {{"point", 0}, programs.epilogue},      {{"output_color", 4}, programs.epilogue},
        {{"neighbor", 3, true}, programs.term},
    };
    ProgramEmitter emitter(module, layout, reductions, programs.rows, units);
    for (const auto& [placeholder, program] : placeholders) {
        if (!module.uses(placeholder.function)) continue;
        if (program == nullptr)
            throw Error(Failure::internal, kernel + " calls a program that the pass does not have");
        emitter.emit(placeholder, *program);
    }
    reductions.emit_begin(module);
    reductions.emit_finish(module);
    return module.words();
}

}  // namespace tonelift::vulkan

// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/program.h"

#include <algorithm>

#include "kernels/cpu/fused_products.h"
#include "kernels/cpu/matrix_first.h"
#include "kernels/input_grid.h"
#include "kernels/program_has.h"
#include "kernels/resample/resample_grid.h"
#include "kernels/unpack/unpack.h"
#include "kernels/unread.h"

namespace tonelift {
namespace {

bool is_effect(const Instruction& instruction) {
    return instruction.op == Op::store_buffer || instruction.op == Op::reduce;
}

// A program with and without effects must compute the same values for a filter. So products are
// fused before the effects are removed, because an effect that reads a product prevents the fusion.
// A matrix is applied first only for 8 bits: otherwise, the last bits of a stream whose strength
// changed to 0 would differ from those of a stream that began with 0.
PointProgram program_for_cpu(const PointProgram& program, bool effects, Precision precision) {
    const bool quick = precision == Precision::of_8_bits;
    PointProgram result = with_fused_products(quick ? with_matrix_first(program) : program);
    if (effects) return result;
    std::erase_if(result.code, is_effect);
    return without_unread(std::move(result));
}

CoarseStrip coarse_strip(const Plan& plan, const Upsampling& upsampling, int rows) {
    const Buffer& value = plan.buffers[static_cast<size_t>(upsampling.value)];
    CoarseStrip strip;
    strip.joint = upsampling.kind == ResampleKind::joint;
    strip.value.storage = value.storage;
    if (strip.joint)
        strip.guide.storage = plan.buffers[static_cast<size_t>(upsampling.guide)].storage;
    strip.ratio = rows / value.height;
    strip.width = value.width;
    strip.epsilon = upsampling.epsilon;
    strip.steepest = upsampling.steepest;
    strip.overshoot = upsampling.overshoot;
    strip.bounded = limits_overshoot(upsampling, value.storage);
    return strip;
}

const Picture* input_of(const Plan& plan, const PassReductions& grid) {
    const bool same = grid.width() == plan.input.width && grid.height() == plan.input.height;
    return same ? &plan.input : nullptr;
}

// A program that feeds a filter has two versions, with and without effects, which must compute the
// same values. A table could replace operations of only one of them.
Precision precision_of_pass(const Plan& plan, const PointProgram& program,
                            const PassReductions& grid) {
    if (program_has(program, Op::store_output)) return plan.precision;
    const bool reads_means = program_has(program, Op::load_input) &&
                             input_reduction(plan.input, grid.width(), grid.height()) > 1;
    const bool feeds_filter = program_has(program, Op::store_core);
    return reads_means && !feeds_filter ? plan.means_precision : Precision::full;
}

}  // namespace

bool PassProgram::has_effects(const PointProgram& program) {
    return std::any_of(program.code.begin(), program.code.end(), is_effect);
}

PassProgram::PassProgram(const PointProgram& program, CpuContext& context,
                         PassReductions& reductions, bool effects)
    : context_(context),
      reductions_(reductions),
      strip_(reductions.strip()),
      precision_(precision_of_pass(context.plan, program, reductions)),
      program_(program_for_cpu(program, effects, precision_), context.plan.buffers, context.set,
               input_of(context.plan, reductions), strip_, precision_),
      bound_(reductions.workers()) {
    context.add_light_function(program_);
    for (int worker = 0; worker < reductions.workers(); ++worker) prepare(bound_[worker], worker);
    for (const auto& access : program_.accesses()) {
        if (access.op == Op::reduce) reductions_.carry(access.index);
    }
}

void PassProgram::prepare(Bound& bound, int worker) {
    bound.at.resize(program_.entries());
    for (const Upsampling& upsampling : context_.plan.upsamplings)
        bound.coarse.push_back(coarse_strip(context_.plan, upsampling, reductions_.height()));
    bound.cells.resize(bound.coarse.size());
    for (const auto& access : program_.accesses()) {
        if (access.op != Op::load_upsampled || !bound.coarse[access.index].joint) continue;
        const int strips = (reductions_.width() + strip_ - 1) / strip_;
        bound.cells[access.index].resize(static_cast<size_t>(strips));
    }
    Aligned<float>& rows = context_.shared.at(worker, program_rows);
    rows.reserve(program_.scratch_floats());
    bound.rows = &rows;
    for (const auto& access : program_.accesses()) {
        if (access.codes) bound.input[access.index] = &context_.input_strip(worker, access.index);
    }
}

// Sets the addresses of memory that the program uses. This is done at the first run, because
// creating another program can move the shared memory.
void PassProgram::bind(Bound& bound) const {
    program_.bind(bound.at, bound.rows->data(), context_.uniforms.data());
    for (const auto& access : program_.accesses()) {
        if (access.op == Op::lookup) bound.at[access.entry] = context_.table_of(program_, access);
    }
    bound.is_bound = true;
}

void PassProgram::place_upsampled(int index, Bound& bound, int x, int y) const {
    const auto place = static_cast<size_t>(index);
    const Upsampling& upsampling = context_.plan.upsamplings[place];
    CoarseStrip& strip = bound.coarse[place];
    const int height = context_.plan.buffers[static_cast<size_t>(upsampling.value)].height;
    const Pair rows = bilinear_pair(y, 1.0 / strip.ratio, height);
    const auto place_rows = [&](int buffer, CoarseRows& to) {
        const BufferMemory& plane = context_.buffers[static_cast<size_t>(buffer)];
        to.above = plane.at(x / strip.ratio, rows.low);
        to.below = plane.at(x / strip.ratio, rows.high);
    };
    place_rows(upsampling.value, strip.value);
    if (strip.joint) {
        place_rows(upsampling.guide, strip.guide);
        strip.cells = &bound.cells[place][static_cast<size_t>(x / strip_)];
    }
    strip.part = static_cast<float>(rows.part);
}

void PassProgram::unpack_input(int component, int x, int y, int pixels, float* to) const {
    const Picture& input = context_.plan.input;
    const int factor = input_reduction(input, reductions_.width(), reductions_.height());
    if (factor > 1) {
        unpack_reduced(input, context_.input, component, factor, x, y, pixels, to, context_.set);
    } else {
        const int row = input_row(y, reductions_.height(), input.height);
        unpack(input, context_.input, component, x, row, pixels, to, context_.set);
    }
}

void PassProgram::place(const PreparedProgram::Access& access, Bound& bound, int x, int y,
                        int pixels, int done, const OutsideRows& rows) const {
    void*& at = bound.at[access.entry];
    switch (access.op) {
        case Op::load_input:
            if (access.codes)
                bound.input[access.index]->place(context_.input, x, y, pixels, &at);
            else
                unpack_input(access.index, x, y, pixels, static_cast<float*>(at));
            break;
        case Op::load_upsampled:
            place_upsampled(access.index, bound, x, y);
            at = &bound.coarse[access.index];
            break;
        case Op::load_buffer:
        case Op::store_buffer:
            at = context_.buffers[access.index].at(x, y);
            break;
        case Op::load_core:
            at = const_cast<float*>(rows.from[access.index] + done);
            break;
        case Op::store_core:
        case Op::store_output:
            at = rows.to[access.index] + done;
            break;
        default:
            break;
    }
}

// Discards the cached slopes of upsampled planes, which are valid only within a band.
void PassProgram::begin_band(int worker) const {
    for (ApartVector<CoarseCells>& strips : bound_[worker].cells) {
        for (CoarseCells& cells : strips) cells.above = nullptr;
    }
}

void PassProgram::run(int worker, int x, int y, int pixels, const OutsideRows& rows) const {
    Bound& bound = bound_[worker];
    if (!bound.is_bound) bind(bound);
    for (int done = 0; done < pixels; done += strip_) {
        const int n = std::min(strip_, pixels - done);
        for (const auto& access : program_.accesses())
            place(access, bound, x + done, y, n, done, rows);
        program_.run({bound.at.data(), round_up_to_block(n), x + done, y});
        for (const auto& access : program_.accesses()) {
            if (access.op != Op::reduce) continue;
            const auto* values = static_cast<const float*>(bound.at[access.entry]);
            reductions_.add(worker, access.index, x + done, y, values, n);
        }
    }
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/copied_bytes.h"

#include <algorithm>

#include "kernels/code_range.h"
#include "kernels/cuda/emit/whole_input_emitter.h"
#include "kernels/pass.h"

namespace tonelift::cuda {
namespace {

constexpr int pixels = 4, pixel_samples = 4;

bool has_bytes(const Picture& picture, int component) {
    const CodeRange range = code_range(picture, component);
    return picture.format->sample == Sample::U8 && range.zero == 0 && range.scale == 255;
}

bool stores_input(const Plan& plan, const PointProgram& program, const Instruction& store) {
    const Operand& from = store.in[0];
    if (from.kind == Operand::Kind::constant)
        return from.constant_value == 1 && plan.input.format->components[store.index].plane < 0;
    if (from.kind != Operand::Kind::value) return false;
    return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& i) {
        return i.op == Op::load_input && i.index == store.index && i.out[0] == from.index;
    });
}

constexpr unsigned same_order = 0x3210;

// Returns the selector with which the PTX instruction prmt.b32 sorts the bytes of a pixel into the
// order R, G, B, A. A missing component gets the value 255.
unsigned selector_of(const Format& format) {
    unsigned selector = 0;
    for (int c = 3; c >= 0; --c) {
        const Component& place = format.components[c];
        selector = selector << 4 | static_cast<unsigned>(place.plane < 0 ? 4 : place.offset);
    }
    return selector;
}

}  // namespace

bool copies_bytes(const Plan& plan, const PointProgram& program) {
    const Format& from = *plan.input.format;
    if (from.family != Family::RGB || from.components[0].step != pixel_samples) return false;
    return std::all_of(program.code.begin(), program.code.end(), [&](const Instruction& i) {
        if (i.op == Op::load_input) return has_bytes(plan.input, i.index);
        return i.op == Op::store_output && has_bytes(plan.output, i.index) &&
               stores_input(plan, program, i);
    });
}

std::string emit_bytes(const FrameAccess& frame, const BytesOperands& operands, bool vectors,
                       std::string prefix) {
    PtxWriter to(std::move(prefix));
    WholeInputEmitter input(frame, {pixels, operands.x, {operands.y}, true});
    std::vector<RowLoad> loads;
    input.want(0);
    input.add_loads(to, loads);
    std::string inside;
    if (vectors) {
        const std::string end = to.word("add.s32", {operands.x, std::to_string(pixels)});
        inside = to.truth("setp.le.s32", {end, frame.width()});
    }
    load_rows(to, loads, {0}, inside);
    const unsigned selector = selector_of(*frame.plan().input.format);
    for (size_t i = 0; i < pixels; ++i) {
        const std::string& pixel = loads[0].words[i];
        if (selector == same_order) {
            to.line("mov.b32", {operands.words[i], pixel});
        } else {
            to.line("prmt.b32", {operands.words[i], pixel, "0xFFFFFFFF", std::to_string(selector)});
        }
    }
    return to.scope();
}

}  // namespace tonelift::cuda

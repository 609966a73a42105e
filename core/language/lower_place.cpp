// SPDX-License-Identifier: BSD-2-Clause
// Lowers the built-ins for the position of a pixel, the properties of the stream, and values of
// earlier frames.
#include "core/language/lower.h"

namespace tonelift::lower {

Value x(Call& call) { return scalar(call.graph.coordinate(Axis::x)); }
Value y(Call& call) { return scalar(call.graph.coordinate(Axis::y)); }

Value width(Call& call) {
    return scalar(call.graph.constant(static_cast<float>(call.graph.width())));
}

Value height(Call& call) {
    return scalar(call.graph.constant(static_cast<float>(call.graph.height())));
}

Value input(Call& call) { return call.context.input; }

Value time(Call& call) { return scalar(call.graph.frame_uniform(FrameUniform::time)); }

Value source_peak(Call& call) {
    return scalar(call.graph.frame_uniform(FrameUniform::source_peak));
}

// Returns 0 (unknown) for SDR, even if it has HDR metadata, because SDR has no scene peak.
Value scene_peak(Call& call) {
    return scalar(call.context.source_is_hdr ? call.graph.frame_uniform(FrameUniform::scene_peak)
                                             : call.graph.constant(0));
}

Value target_peak(Call& call) {
    return scalar(call.graph.frame_uniform(FrameUniform::target_peak));
}

Value source_is_hdr(Call& call) {
    return scalar(call.graph.constant(call.context.source_is_hdr ? 1.0f : 0.0f));
}

Value source_is_absolute(Call& call) {
    return scalar(call.graph.constant(call.context.source_is_absolute ? 1.0f : 0.0f));
}

Value target_is_hdr(Call& call) {
    return scalar(call.graph.constant(call.context.target_is_hdr ? 1.0f : 0.0f));
}

Value smooth(Call& call) {
    call.scene_change();
    const std::array<NodeId, 2> operands = {call.node(0), call.node(1)};
    return scalar(call.graph.frame(FrameOp::smooth, operands));
}

Value scene_change(Call& call) { return scalar(call.scene_change()); }

Value previous(Call& call) {
    const std::array<NodeId, 1> operands = {call.node(0)};
    return scalar(call.graph.frame(FrameOp::previous, operands));
}

}  // namespace tonelift::lower

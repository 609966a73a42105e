// SPDX-License-Identifier: BSD-2-Clause
// The C functions of tonelift/enhancement_layer.h, which compose the layers of Dolby Vision profile
// 7.
#include <tonelift/enhancement_layer.h>

#include <string>

#include "core/color/enhancement_layer.h"
#include "core/guard.h"
#include "core/runtime/frame_check.h"
#include "kernels/threads/workers.h"

namespace tonelift {
namespace {

constexpr tonelift_enhancement plain_enhancement() {
    tonelift_enhancement metadata{};
    for (tonelift_reshaping& component : metadata.component) {
        component.pieces = 1;
        component.pivots[1] = 1;
        component.polynomial[0][1] = 1;
    }
    metadata.fraction_bits = 23;
    return metadata;
}

constexpr StructRule<tonelift_enhancement> enhancement_rule{
    "tonelift_enhancement", "tonelift_enhancement_default()", sizeof(tonelift_enhancement),
    plain_enhancement()};
constexpr StructRule<tonelift_frame> frame_rule{"tonelift_frame", "tonelift_frame_default()",
                                                offsetof(tonelift_frame, time), tonelift_frame{}};

struct LayerFrame {
    tonelift_frame frame;
    tonelift_video video;
};

LayerFrame layer_frame(const tonelift_frame* given, tonelift_format format, int width, int height) {
    LayerFrame layer{read_struct(given, frame_rule), {}};
    layer.video.format = format;
    layer.video.width = width;
    layer.video.height = height;
    return layer;
}

void check_planes(const char* name, const LayerFrame& in, const LayerFrame& out) {
    try {
        FrameCheck(true).check({&in.frame, 1}, in.video, {&out.frame, 1}, out.video);
    } catch (const Error& error) {
        throw Error(error.failure(), std::string(name) + ": " + error.what());
    }
}

template <typename Sample>
LayerPlanes<Sample> planes_of(const LayerFrame& layer) {
    LayerPlanes<Sample> planes;
    planes.width = layer.video.width;
    planes.height = layer.video.height;
    for (size_t i = 0; i < 3; ++i) {
        planes.data[i] = static_cast<Sample*>(layer.frame.data[i]);
        planes.pitch[i] = layer.frame.pitch[i];
    }
    return planes;
}

void check_size(int width, int height) {
    const auto suits = [](int size) { return size >= 2 && size <= 16384 && size % 2 == 0; };
    if (suits(width) && suits(height)) return;
    throw Error(Failure::argument,
                "a picture of " + std::to_string(width) + "x" + std::to_string(height) +
                    " cannot be composed; allowed are even sizes from 2 to 16384");
}

void compose_frame(const tonelift_enhancement* given, int width, int height,
                   const tonelift_frame* base, const tonelift_frame* layer, bool is_half,
                   const tonelift_frame* out) {
    const tonelift_enhancement metadata = read_struct(given, enhancement_rule);
    check_size(width, height);
    if (const char* fault = fault_of(metadata))
        throw Error(Failure::argument,
                    std::string("the Dolby Vision metadata of a frame is broken: ") + fault);
    const LayerFrame from = layer_frame(base, TONELIFT_FORMAT_YUV420P10, width, height);
    const LayerFrame to = layer_frame(out, TONELIFT_FORMAT_YUV420P12, width, height);
    check_planes("base layer", from, to);
    InputLayer enhancement;
    if (metadata.has_residual != 0) {
        const LayerFrame beside = layer_frame(layer, TONELIFT_FORMAT_YUV420P10,
                                              is_half ? tonelift_enhancement_half(width) : width,
                                              is_half ? tonelift_enhancement_half(height) : height);
        check_planes("enhancement layer", beside, to);
        enhancement = planes_of<const uint16_t>(beside);
    }
    Workers workers(0);
    compose(metadata, planes_of<const uint16_t>(from), enhancement, is_half,
            planes_of<uint16_t>(to), workers);
}

}  // namespace
}  // namespace tonelift

void tonelift_enhancement_init(tonelift_enhancement* metadata, size_t size) {
    tonelift::init_struct(tonelift::plain_enhancement(), metadata, size);
}

tonelift_status tonelift_compose(const tonelift_enhancement* metadata, int width, int height,
                                 const tonelift_frame* base, const tonelift_frame* layer,
                                 int is_half, const tonelift_frame* out, const tonelift_log* log) {
    return tonelift::guarded(log, [&](const tonelift::Log&) {
        tonelift::compose_frame(metadata, width, height, base, layer, is_half != 0, out);
    });
}

// SPDX-License-Identifier: BSD-2-Clause
#include "tools/clipped_light.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/error.h"
#include "kernels/math/plain.h"
#include "tools/mapper.h"

namespace tonelift {
namespace {

constexpr int width = 640, height = 360;
constexpr float white = 203;  // luminance of SDR white in cd/m2 (ITU-R BT.2408)
constexpr std::array<float, 3> patches{10, 300, 1000};

using Plane = std::vector<float>;

tonelift_video patches_video() {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = TONELIFT_FORMAT_GBRPF32;
    video.width = width;
    video.height = height;
    video.transfer = TONELIFT_TRANSFER_PQ;
    video.primaries = TONELIFT_PRIMARIES_BT2020;
    video.mastering_max = 1000;
    return video;
}

Plane drawn() {
    Plane plane(static_cast<size_t>(width) * height);
    for (size_t i = 0; i < plane.size(); ++i)
        plane[i] = math::pq_encode(patches[i % width * patches.size() / width] / white);
    return plane;
}

tonelift_frame gray_frame(float* samples, int planes) {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    for (int i = 0; i < planes; ++i) {
        frame.data[i] = samples;
        frame.pitch[i] = width * static_cast<ptrdiff_t>(sizeof(float));
    }
    return frame;
}

// Returns the largest component of each patch, because operations such as white_balance tint the
// patches.
std::array<float, 3> mapped(const SourceText& source, const ExplainRequest& request) {
    tonelift_options options = options_for(request.options);
    options.script_text = source.text.c_str();
    options.format = "gbrpf32le";
    options.device = "cpu";
    // All other modes limit tinted light softly, to values slightly below 1.
    options.gamut_mode = TONELIFT_GAMUT_MODE_CLIP;
    Mapper mapper(options, patches_video());
    mapper.start();
    Plane in = drawn();
    std::array<Plane, 3> planes;
    tonelift_frame from = gray_frame(in.data(), 3), to = from;
    for (size_t i = 0; i < 3; ++i) {
        planes[i].resize(in.size());
        to.data[i] = planes[i].data();
    }
    mapper.map({&from, 1}, {&to, 1});
    std::array<float, 3> shown;
    for (size_t i = 0; i < 3; ++i) {
        const size_t middle = height / 2 * width + (2 * i + 1) * width / (2 * patches.size());
        shown[i] = std::max({planes[0][middle], planes[1][middle], planes[2][middle]});
    }
    return shown;
}

}  // namespace

std::string clipped_light_warning(const SourceText& source, const ExplainRequest& request) {
    try {
        const auto [dark, bright, brightest] = mapped(source, request);
        constexpr float full = 0.9999F;
        // If all patches are black or white, the script probably makes a mask on purpose, so there
        // is no warning.
        if (dark <= 0 || dark >= full || bright < full || brightest < full) return "";
    } catch (const Error&) {
        return "";
    }
    return "warning: light above white is clipped, because the script does not map it into the "
           "target; compute a curve with tone_curve, and apply it with relight";
}

}  // namespace tonelift

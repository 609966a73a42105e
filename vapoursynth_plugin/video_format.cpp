// SPDX-License-Identifier: BSD-2-Clause
#include "video_format.h"

#include <tonelift/list.h>

#include <string>

namespace tonelift::vapoursynth {
namespace {

// Returns FFmpeg's name of the format, such as yuv420p10le.
std::string name_of(const VSVideoFormat& format) {
    std::string name = "gray";
    if (format.colorFamily == cfRGB) name = "gbrp";
    if (format.colorFamily == cfYUV) {
        const int factor = format.subSamplingW == 0 ? 4 : 2;
        name = "yuv4" + std::to_string(factor) +
               std::to_string(format.subSamplingH == 0 ? factor : 0) + "p";
    }
    if (format.bitsPerSample == 8) return name;
    return name + (format.sampleType == stFloat ? "f" : "") + std::to_string(format.bitsPerSample) +
           "le";
}

bool has_info(tonelift_format format, tonelift_format_info* info) {
    for (int i = 0; tonelift_format_at(i, info, sizeof(*info)) == TONELIFT_OK; ++i) {
        if (info->format == format) return true;
    }
    return false;
}

}  // namespace

tonelift_format format_of(const VSVideoFormat& format) {
    const bool usual = format.subSamplingW <= 1 && format.subSamplingH <= format.subSamplingW;
    return usual ? tonelift_format_from_name(name_of(format).c_str()) : TONELIFT_FORMAT_NONE;
}

bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core,
                     const VSAPI* api) {
    tonelift_format_info info;
    if (!has_info(format, &info)) return false;
    const int color = info.planes == 1 ? cfGray : cfYUV;
    const int type = info.depth == 32 ? stFloat : stInteger;
    return api->queryVideoFormat(result, info.is_rgb ? cfRGB : color, type, info.depth,
                                 info.chroma_w, info.chroma_h, core) != 0 &&
           format_of(*result) == format;
}

int plane_of(const VSVideoFormat& format, int plane) {
    return format.colorFamily == cfRGB ? (plane + 1) % 3 : plane;
}

}  // namespace tonelift::vapoursynth

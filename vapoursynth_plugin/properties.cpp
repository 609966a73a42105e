// SPDX-License-Identifier: BSD-2-Clause
#include "properties.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tonelift::vapoursynth {
namespace {

struct NumberProperty {
    const char* name;
    int tonelift_video::*field;
    int unknown;
};

// Frame properties with code points of ITU-T H.273, which tonelift_video uses too.
constexpr NumberProperty numbers[] = {
    {"_Primaries", &tonelift_video::primaries, TONELIFT_PRIMARIES_UNSPECIFIED},
    {"_Transfer", &tonelift_video::transfer, TONELIFT_TRANSFER_UNSPECIFIED},
    {"_Matrix", &tonelift_video::matrix, TONELIFT_MATRIX_UNSPECIFIED},
};

struct LightProperty {
    const char* name;
    double tonelift_video::*field;
    bool is_int;
};

// Frame properties that contain luminances in cd/m2. Source filters use these property names.
constexpr LightProperty lights[] = {
    {"MasteringDisplayMinLuminance", &tonelift_video::mastering_min, false},
    {"MasteringDisplayMaxLuminance", &tonelift_video::mastering_max, false},
    {"ContentLightLevelMax", &tonelift_video::max_cll, true},
    {"ContentLightLevelAverage", &tonelift_video::max_fall, true},
};

constexpr const char* input_only[] = {"MasteringDisplayPrimariesX",
                                      "MasteringDisplayPrimariesY",
                                      "MasteringDisplayWhitePointX",
                                      "MasteringDisplayWhitePointY",
                                      "HDR10Plus",
                                      "DolbyVisionRPU"};

// Reads the frame property _Range or, if it is missing, the older property _ColorRange. The value 1
// means full range in _Range, but limited range in _ColorRange.
int range_of(const VSMap* properties, const VSVideoFormat& format, const VSAPI* api) {
    int error = 0;
    int64_t full = api->mapGetInt(properties, "_Range", 0, &error);
    if (error != 0) full = 1 - api->mapGetInt(properties, "_ColorRange", 0, &error);
    if (error == 0) return full == 1 ? TONELIFT_RANGE_FULL : TONELIFT_RANGE_LIMITED;
    const bool is_limited = format.colorFamily != cfRGB && format.sampleType == stInteger;
    return is_limited ? TONELIFT_RANGE_LIMITED : TONELIFT_RANGE_UNSPECIFIED;
}

// Clamps to the range of int. A number outside this range is not a known code point, so its exact
// value does not matter.
int to_int(int64_t number) {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<int64_t>(number, Limits::min(), Limits::max()));
}

double number_at(const VSMap* properties, const LightProperty& light, int* error,
                 const VSAPI* api) {
    return light.is_int ? static_cast<double>(api->mapGetInt(properties, light.name, 0, error))
                        : api->mapGetFloat(properties, light.name, 0, error);
}

}  // namespace

void read_properties(const VSMap* properties, const VSVideoFormat& format, tonelift_video* video,
                     const VSAPI* api) {
    int error = 0;
    for (const NumberProperty& number : numbers) {
        const int64_t value = api->mapGetInt(properties, number.name, 0, &error);
        video->*number.field = error == 0 ? to_int(value) : number.unknown;
    }
    for (const LightProperty& light : lights) {
        const double value = number_at(properties, light, &error, api);
        video->*light.field = error == 0 ? value : 0;
    }
    video->range = range_of(properties, format, api);
    const int64_t chroma = api->mapGetInt(properties, "_ChromaLocation", 0, &error);
    video->chroma_location = error == 0 && chroma >= 0 && chroma < TONELIFT_CHROMA_BOTTOM
                                 ? static_cast<tonelift_chroma_location>(chroma + 1)
                                 : TONELIFT_CHROMA_UNSPECIFIED;
}

bool is_interlaced(const VSMap* properties, const VSAPI* api) {
    int error = 0;
    return api->mapGetInt(properties, "_FieldBased", 0, &error) > 0;
}

void write_properties(const tonelift_video& video, VSMap* properties, const VSAPI* api) {
    for (const NumberProperty& number : numbers)
        api->mapSetInt(properties, number.name, video.*number.field, maReplace);
    for (const LightProperty& light : lights) {
        api->mapDeleteKey(properties, light.name);
        const double value = video.*light.field;
        if (value <= 0) continue;
        if (light.is_int)
            api->mapSetInt(properties, light.name, std::llround(value), maReplace);
        else
            api->mapSetFloat(properties, light.name, value, maReplace);
    }
    for (const char* name : input_only) api->mapDeleteKey(properties, name);
    const bool full = video.range == TONELIFT_RANGE_FULL;
    api->mapSetInt(properties, "_Range", full ? 1 : 0, maReplace);
    api->mapSetInt(properties, "_ColorRange", full ? 0 : 1, maReplace);
    if (video.chroma_location != TONELIFT_CHROMA_UNSPECIFIED)
        api->mapSetInt(properties, "_ChromaLocation", video.chroma_location - 1, maReplace);
    else
        api->mapDeleteKey(properties, "_ChromaLocation");
}

double time_of(const VSMap* properties, int number, const VSVideoInfo& info, const VSAPI* api) {
    int error = 0;
    const double time = api->mapGetFloat(properties, "_AbsoluteTime", 0, &error);
    if (error == 0) return time;
    if (info.fpsNum <= 0) return NAN;
    return number * (static_cast<double>(info.fpsDen) / static_cast<double>(info.fpsNum));
}

}  // namespace tonelift::vapoursynth

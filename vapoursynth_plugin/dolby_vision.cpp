// SPDX-License-Identifier: BSD-2-Clause
#include "dolby_vision.h"

namespace tonelift::vapoursynth {
namespace {

// Values of bl_signal_compatibility_id, which tells how a player without Dolby Vision interprets
// the base layer.
enum { no_base = 0, hdr10_base = 1, sdr_base = 2, hlg_base = 4 };

int compatibility_of(int profile, int transfer) {
    if (profile == 5) return no_base;
    if (transfer == TONELIFT_TRANSFER_PQ) return hdr10_base;
    return transfer == TONELIFT_TRANSFER_HLG ? hlg_base : sdr_base;
}

void keep_stream(const tonelift_video& before, tonelift_video* video) {
    const bool is_alike = video->primaries == before.primaries &&
                          video->transfer == before.transfer && video->matrix == before.matrix;
    if (!is_alike || before.dolby_vision_profile == 0) return;
    video->dolby_vision_profile = before.dolby_vision_profile;
    video->dolby_vision_compatibility = before.dolby_vision_compatibility;
    if (video->mastering_max > 0) return;
    video->mastering_min = before.mastering_min;
    video->mastering_max = before.mastering_max;
}

}  // namespace

bool DolbyVision::read_rpu(const VSMap* properties, const VSAPI* api) {
    tonelift_rpu_default(&rpu_);
    tonelift_dolby_vision_default(&reshaping_);
    tonelift_dolby_trims_default(&trims_);
    int error = 0;
    const char* data = api->mapGetData(properties, "DolbyVisionRPU", 0, &error);
    if (error != 0) return false;
    const auto size =
        static_cast<size_t>(api->mapGetDataSize(properties, "DolbyVisionRPU", 0, nullptr));
    if (tonelift_rpu_read(data, size, &rpu_, &reshaping_, &trims_, messages_.log()) == TONELIFT_OK)
        return true;
    if (!has_warned_)
        messages_.warn(messages_.error() + "; such frames have the metadata of the previous frame");
    has_warned_ = true;
    return false;
}

void DolbyVision::read(const VSMap* properties, const tonelift_video& before, tonelift_video* video,
                       const VSAPI* api) {
    video->dolby_vision_profile = video->dolby_vision_compatibility = 0;
    if (!read_rpu(properties, api) || rpu_.profile == 0) {
        keep_stream(before, video);
        return;
    }
    video->dolby_vision_profile = rpu_.profile;
    video->dolby_vision_compatibility = compatibility_of(rpu_.profile, video->transfer);
    const bool is_sdr = video->dolby_vision_compatibility == sdr_base &&
                        video->transfer != TONELIFT_TRANSFER_UNSPECIFIED;
    if (video->mastering_max > 0 || is_sdr) return;
    video->mastering_min = rpu_.mastering_min;
    video->mastering_max = rpu_.mastering_max;
}

void DolbyVision::give(tonelift_frame* frame) const {
    frame->dolby_vision = rpu_.has_reshaping != 0 ? &reshaping_ : nullptr;
    frame->dolby_trims = rpu_.has_trims != 0 ? &trims_ : nullptr;
    frame->scene_peak = rpu_.scene_peak;
    frame->scene_cut = rpu_.scene_cut;
}

}  // namespace tonelift::vapoursynth

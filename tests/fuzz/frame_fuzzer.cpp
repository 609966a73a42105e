// SPDX-License-Identifier: BSD-2-Clause
// Processes valid and invalid frames. The filter must access only the memory of the host's frames.
#include <fuzzer/FuzzedDataProvider.h>
#include <tonelift/tonelift.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/format.h"
#include "tests/fuzz/fuzz_metadata.h"

namespace {

using namespace tonelift;

constexpr int most_frames = 3;

tonelift_video some_video(FuzzedDataProvider& data, int width, int height) {
    tonelift_video video;
    tonelift_video_default(&video);
    const auto number = data.ConsumeIntegralInRange<int>(1, 64);
    video.format = static_cast<tonelift_format>(find_format(number) != nullptr ? number : 1);
    video.width = width;
    video.height = height;
    video.transfer = data.PickValueInArray({1, 8, 16, 18});
    video.primaries = data.PickValueInArray({1, 9});
    video.range = data.ConsumeIntegralInRange<int>(0, 2);
    if (data.ConsumeIntegralInRange<int>(0, 3) == 0) video.dolby_vision_profile = 5;
    return video;
}

tonelift_dolby_vision some_reshaping(FuzzedDataProvider& data) {
    tonelift_dolby_vision metadata;
    tonelift_dolby_vision_default(&metadata);
    spoil(data, metadata);
    return metadata;
}

tonelift_hdr10_plus some_curve(FuzzedDataProvider& data) {
    tonelift_hdr10_plus metadata;
    tonelift_hdr10_plus_default(&metadata);
    metadata.scene_peak = data.ConsumeFloatingPointInRange<double>(1e-9, 10000);
    metadata.target = data.ConsumeFloatingPointInRange<double>(1e-9, 10000);
    metadata.knee_x = data.ConsumeProbability<double>();
    metadata.knee_y = data.ConsumeProbability<double>();
    metadata.anchor_count = data.ConsumeIntegralInRange<int>(1, 15);
    for (double& anchor : metadata.anchors) anchor = data.ConsumeProbability<double>();
    std::sort(metadata.anchors, metadata.anchors + metadata.anchor_count);
    if (data.ConsumeBool()) spoil(data, metadata);
    return metadata;
}

tonelift_dolby_trims some_trims(FuzzedDataProvider& data) {
    tonelift_dolby_trims trims;
    tonelift_dolby_trims_default(&trims);
    trims.darkest = 0.001 * data.ConsumeProbability<double>();
    trims.mean = trims.darkest + 1000 * data.ConsumeProbability<double>();
    trims.brightest = trims.mean + 8000 * data.ConsumeProbability<double>();
    for (double* number : {&trims.slope, &trims.power})
        *number = 0.5 + data.ConsumeProbability<double>();
    for (double* number : {&trims.offset, &trims.chroma_weight, &trims.saturation_gain})
        *number = data.ConsumeProbability<double>() - 0.5;
    if (data.ConsumeBool()) spoil(data, trims);
    return trims;
}

class Planes {
  public:
    void place(FuzzedDataProvider& data, const tonelift_video& video, tonelift_frame& frame) {
        const Format& format = *find_format(video.format);
        for (int i = 0; i < format.planes(); ++i) {
            const ptrdiff_t row = format.row_bytes(i, video.width);
            const ptrdiff_t pitch = some_pitch(data, row, format.sample_bytes());
            const int height = format.plane_height(i, video.height);
            const bool taken = pitch >= row || (pitch < 0 && pitch <= -row && pitch > -4096);
            const ptrdiff_t before = taken && pitch < 0 ? -pitch * (height - 1) : 0;
            const ptrdiff_t behind = taken && pitch > 0 ? pitch * (height - 1) : 0;
            const int fault = data.ConsumeIntegralInRange<int>(0, 31);
            const ptrdiff_t shift = fault == 1 ? 1 : 0;
            memory_.emplace_back(static_cast<size_t>(shift + before + row + behind));
            frame.pitch[i] = pitch;
            frame.data[i] = fault == 0 ? nullptr : memory_.back().data() + shift + before;
        }
    }

    void fill(uint32_t seed) {
        for (std::vector<char>& plane : memory_) {
            for (char& byte : plane) {
                seed = seed * 1664525 + 1013904223;
                byte = static_cast<char>(seed >> 24);
            }
        }
    }

    bool has_nan() const {
        for (const std::vector<char>& plane : memory_) {
            const std::span floats(reinterpret_cast<const float*>(plane.data()), plane.size() / 4);
            const auto is_nan = [](float value) { return std::isnan(value); };
            if (std::ranges::any_of(floats, is_nan)) return true;
        }
        return false;
    }

  private:
    static ptrdiff_t some_pitch(FuzzedDataProvider& data, ptrdiff_t row, int sample) {
        const ptrdiff_t padded = row + data.ConsumeIntegralInRange<int>(0, 40) * sample;
        switch (data.ConsumeIntegralInRange<int>(0, 15)) {
            case 0:
                return data.ConsumeIntegralInRange<ptrdiff_t>(-row, row);
            case 1:
                return std::numeric_limits<ptrdiff_t>::min();
            case 7:
                return padded + data.ConsumeIntegralInRange<int>(0, 3);
            case 2:
            case 3:
            case 4:
                return -padded;
            case 5:
            case 6:
                return row;
            default:
                return padded;
        }
    }

    std::vector<std::vector<char>> memory_;
};

struct DestroyFilter {
    void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
};
using FilterHandle = std::unique_ptr<tonelift_filter, DestroyFilter>;

void keep(void* user, tonelift_log_level, const char* message) {
    *static_cast<std::string*>(user) = message;
}

FilterHandle some_filter(FuzzedDataProvider& data, const tonelift_video& in,
                         const tonelift_video& out, int tonemap, const tonelift_log& log) {
    tonelift_options options;
    tonelift_options_default(&options);
    options.preset = data.ConsumeBool() ? "faithful" : "natural";
    options.device = "cpu";
    options.threads = 1;
    options.tonemap = tonemap;
    tonelift_filter* filter = nullptr;
    tonelift_filter_create(&filter, &options, &in, &out, nullptr, &log);
    return FilterHandle(filter);
}

class Frames {
  public:
    Frames(FuzzedDataProvider& data, const tonelift_video& video, size_t struct_size, int count)
        : memory_(static_cast<size_t>(count + 1) * std::max(struct_size, sizeof(tonelift_frame)) /
                      sizeof(tonelift_frame) +
                  1) {
        for (int i = 0; i < count; ++i) {
            tonelift_frame frame{};
            frame.struct_size = struct_size;
            planes_.place(data, video, frame);
            frame.time = data.ConsumeBool() ? i / 25.0 : data.ConsumeFloatingPoint<double>();
            frame.timestamp = data.ConsumeIntegral<int8_t>();
            frame.scene_peak = data.ConsumeFloatingPoint<double>();
            frame.discontinuity = data.ConsumeIntegralInRange<int>(0, 7) == 0;
            reshaping_.push_back(some_reshaping(data));
            if (data.ConsumeBool()) frame.dolby_vision = &reshaping_.back();
            curves_.push_back(some_curve(data));
            if (data.ConsumeBool()) frame.hdr10_plus = &curves_.back();
            trims_.push_back(some_trims(data));
            if (data.ConsumeBool()) frame.dolby_trims = &trims_.back();
            gains_.push_back(
                data.ConsumeBytes<uint8_t>(data.ConsumeIntegralInRange<size_t>(0, 900)));
            if (data.ConsumeBool()) {
                frame.st2094_50 = gains_.back().data();
                frame.st2094_50_size = gains_.back().size();
            }
            frame.scene_cut = data.ConsumeBool();
            std::memcpy(bytes() + static_cast<size_t>(i) * struct_size, &frame, sizeof frame);
        }
    }

    tonelift_frame* first() { return memory_.data(); }
    Planes& planes() { return planes_; }

  private:
    char* bytes() { return reinterpret_cast<char*>(memory_.data()); }

    std::vector<tonelift_frame> memory_;
    std::deque<tonelift_dolby_vision> reshaping_;
    std::deque<tonelift_hdr10_plus> curves_;
    std::deque<tonelift_dolby_trims> trims_;
    std::deque<std::vector<uint8_t>> gains_;
    Planes planes_;
};

size_t some_struct_size(FuzzedDataProvider& data) {
    constexpr size_t right = sizeof(tonelift_frame);
    const auto step = data.ConsumeIntegralInRange<int>(-2, 20);
    return step > 4 ? right : right + 8 * static_cast<size_t>(step + 2) - 16;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
    FuzzedDataProvider data(bytes, size);
    const int width = data.ConsumeIntegralInRange<int>(1, 70);
    const int height = data.ConsumeIntegralInRange<int>(1, 40);
    const tonelift_video in = some_video(data, width, height);
    const tonelift_video out = some_video(data, width, height);
    std::string said;
    const tonelift_log log{sizeof log, &said, keep};
    const int tonemap =
        data.PickValueInArray<int>({TONELIFT_TONEMAP_AUTO, TONELIFT_TONEMAP_ST2094_40,
                                    TONELIFT_TONEMAP_ST2094_50, TONELIFT_TONEMAP_ST2094_10});
    const bool takes_metadata = tonemap != TONELIFT_TONEMAP_AUTO;
    const FilterHandle filter = some_filter(data, in, out, tonemap, log);
    if (filter == nullptr) return 0;
    const bool reshaped = in.dolby_vision_profile > 0;
    const auto has_floats = [](const tonelift_video& video) {
        return find_format(video.format)->sample == Sample::F32;
    };
    const bool filled = reshaped || (takes_metadata && !has_floats(in));
    while (data.remaining_bytes() > 0) {
        const int count = data.ConsumeIntegralInRange<int>(-1, most_frames);
        Frames from(data, in, some_struct_size(data), std::max(count, 0));
        Frames to(data, out, some_struct_size(data), std::max(count, 0));
        if (filled) from.planes().fill(static_cast<uint32_t>(data.remaining_bytes()));
        said.clear();
        const tonelift_status status =
            tonelift_filter_process(filter.get(), from.first(), to.first(), count);
        const bool refused =
            status == TONELIFT_ERROR_ARGUMENT || (reshaped && status == TONELIFT_ERROR_UNSUPPORTED);
        const bool explained = refused && !said.empty();
        if (status != TONELIFT_OK && !explained) std::abort();
        if (status == TONELIFT_OK && filled && has_floats(out) && to.planes().has_nan())
            std::abort();
    }
    return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/image_frames.h"

#include <algorithm>
#include <string>

#include "core/common/structs.h"
#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

constexpr StructRule<tonelift_vulkan_frame> image_rule{"tonelift_vulkan_frame",
                                                       "tonelift_vulkan_frame_default()",
                                                       sizeof(tonelift_vulkan_frame), no_images()};

FrameImages images_of(const tonelift_vulkan_frame& frame) {
    FrameImages images;
    std::copy_n(frame.image, 4, images.image.begin());
    std::copy_n(frame.semaphore, 4, images.semaphore.begin());
    std::copy_n(frame.value, 4, images.value.begin());
    std::copy_n(frame.layout, 4, images.layout.begin());
    std::copy_n(frame.queue_family, 4, images.queue_family.begin());
    images.x = frame.x;
    images.y = frame.y;
    return images;
}

const char* fault_of(const FrameImages& images, const Format& format, bool output) {
    const auto last = images.image.begin() + format.planes();
    if (images.image[0] == 0) return "has no image";
    if (images.image[1] != 0 && std::find(images.image.begin(), last, 0u) != last)
        return "has images for some of its planes only";
    if (!output && images.layout[0] == 0) return "has the layout UNDEFINED, which has no content";
    if (images.x < 0 || images.y < 0 || images.x % (1 << format.chroma_w) != 0 ||
        images.y % (1 << format.chroma_h) != 0)
        return "begins at a position that is negative or between chroma samples";
    return nullptr;
}

std::string name_of_frame(bool output, size_t number) {
    return std::string(output ? "output" : "input") + " frame " + std::to_string(number);
}

}  // namespace

ImageFrames::Entry& ImageFrames::entry_of(const tonelift_frame& frame) {
    const auto known = std::ranges::find(entries_, frame.vulkan, &Entry::caller);
    if (known != entries_.end()) return *known;
    entries_.push_back({frame.vulkan, images_of(read_struct(frame.vulkan, image_rule))});
    return entries_.back();
}

void ImageFrames::add(std::span<const tonelift_frame> frames, const tonelift_video& video,
                      bool output, std::vector<FrameImages*>& to) {
    const Format& format = *find_format(video.format);
    for (size_t i = 0; i < frames.size(); ++i) {
        const size_t known = entries_.size();
        Entry& entry = entry_of(frames[i]);
        const char* fault = fault_of(entry.images, format, output);
        if (output && entries_.size() == known) fault = "is also another frame of the call";
        if (fault != nullptr)
            throw Error(Failure::argument, name_of_frame(output, i) + " on Vulkan " + fault);
        to.push_back(&entry.images);
    }
}

ImageFrames::Scope::Scope(ImageFrames& of, std::span<const tonelift_frame> in,
                          const tonelift_video& in_video, std::span<const tonelift_frame> out,
                          const tonelift_video& out_video, Batch& batch)
    : of_(of) {
    of.entries_.clear();
    of.entries_.reserve(in.size() + out.size());
    batch.input_images.clear();
    batch.output_images.clear();
    if (of.input_) of.add(in, in_video, false, batch.input_images);
    if (of.output_) of.add(out, out_video, true, batch.output_images);
}

ImageFrames::Scope::~Scope() {
    for (const Entry& entry : of_.entries_) {
        std::ranges::copy(entry.images.value, entry.caller->value);
        std::ranges::copy(entry.images.layout, entry.caller->layout);
        std::ranges::copy(entry.images.queue_family, entry.caller->queue_family);
    }
}

}  // namespace tonelift

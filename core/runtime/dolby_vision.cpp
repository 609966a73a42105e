// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/dolby_vision.h"

#include <string>

#include "core/common/structs.h"

namespace tonelift {
namespace {

constexpr StructRule<tonelift_dolby_vision> dolby_vision_rule{
    "tonelift_dolby_vision", "tonelift_dolby_vision_default()", sizeof(tonelift_dolby_vision),
    tonelift_dolby_vision{}};

}  // namespace

ReshapingForm DolbyVision::read(std::span<const tonelift_frame> frames, ReshapingForm form) {
    std::optional<tonelift_dolby_vision> last = last_;
    read_.clear();
    for (const tonelift_frame& frame : frames) {
        if (frame.dolby_vision != nullptr) {
            const tonelift_dolby_vision metadata =
                read_struct(frame.dolby_vision, dolby_vision_rule);
            if (is_whole(metadata)) last = metadata;
        }
        if (!last) {
            throw Error(Failure::unsupported,
                        "the base layer of this Dolby Vision stream cannot be shown without "
                        "metadata, and its "
                        "first frame has none; "
                        "apply_dolbyvision=0 uses the base layer anyway");
        }
        form = joined(form, form_of(*last));
        read_.push_back(*last);
    }
    return form;
}

bool DolbyVision::is_whole(const tonelift_dolby_vision& metadata) {
    const char* fault = fault_of(metadata);
    if (fault != nullptr && !warned_) {
        log_.warning(std::string("the Dolby Vision metadata of a frame is broken: ") + fault +
                     "; such frames use the metadata of the previous frame");
        warned_ = true;
    }
    return fault == nullptr;
}

void DolbyVision::give(size_t number, const ReshapingForm& form, std::vector<float>* numbers) {
    append_numbers(read_[number], form, *numbers);
    last_ = read_[number];
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/frame_metadata.h"

namespace tonelift {

GivenTones selected_tones(const tonelift_options& options) {
    switch (options.tonemap) {
        case TONELIFT_TONEMAP_ST2094_40:
            return GivenTones::curve;
        case TONELIFT_TONEMAP_ST2094_50:
            return GivenTones::gains;
        case TONELIFT_TONEMAP_ST2094_10:
            return GivenTones::trims;
        default:
            return GivenTones::none;
    }
}

MetadataUse::MetadataUse(const tonelift_options& options, const tonelift_video& in,
                         const tonelift_video& out)
    : reshapes(is_reshaped(in)), tones(selected_tones(options)) {
    const bool suits = tones != GivenTones::trims || !is_hdr(out);
    if (in.transfer != h273::transfer_pq || !suits) tones = GivenTones::none;
}

int MetadataUse::first_of_tones(const MetadataForm& form) const {
    return reshapes ? count_of_numbers(form.reshaping) : 0;
}

int MetadataUse::count(const MetadataForm& form) const {
    const int first = first_of_tones(form);
    switch (tones) {
        case GivenTones::none:
            break;
        case GivenTones::curve:
            return first + given_curve_numbers;
        case GivenTones::gains:
            return first + count_of_gain_numbers(form.gains);
        case GivenTones::trims:
            return first + given_trim_numbers;
    }
    return first;
}

Value MetadataUse::picture(Graph& graph, const MetadataForm& form, const Value& input) const {
    const int first = first_of_tones(form);
    if (tones == GivenTones::gains) return gained_picture(graph, first, form.gains, input);
    return tones == GivenTones::trims ? trimmed_picture(graph, first, input) : input;
}

std::function<NodeId(Graph&, NodeId, NodeId)> MetadataUse::curve(const MetadataForm& form) const {
    const int first = first_of_tones(form);
    if (tones == GivenTones::curve)
        return
            [first](Graph& to, NodeId x, NodeId tone) { return given_curve(to, first, x, tone); };
    if (tones == GivenTones::none) return {};
    return [first](Graph& to, NodeId x, NodeId tone) {
        return to.op(Op::mix, tone, x, to.given(first));
    };
}

MetadataForm FrameMetadata::read(std::span<const tonelift_frame> frames, const MetadataUse& use,
                                 double screen, MetadataForm form) {
    if (use.reshapes) form.reshaping = dolby_vision_.read(frames, form.reshaping);
    if (use.tones == GivenTones::gains) form.gains = gains_.read(frames, screen, form.gains);
    return form;
}

void FrameMetadata::give(std::span<const tonelift_frame> frames, const MetadataUse& use,
                         double screen, const MetadataForm& form, std::vector<float>* numbers) {
    for (size_t i = 0; i < frames.size(); ++i) {
        if (use.reshapes) dolby_vision_.give(i, form.reshaping, numbers);
        if (use.tones == GivenTones::curve) hdr10_plus_.give(frames[i], screen, numbers);
        if (use.tones == GivenTones::gains) gains_.give(i, form.gains, numbers);
        if (use.tones == GivenTones::trims) trims_.give(frames[i], screen, numbers);
    }
}

}  // namespace tonelift

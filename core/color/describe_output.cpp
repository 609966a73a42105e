// SPDX-License-Identifier: BSD-2-Clause
// Describes the output: pixel format, color and HDR metadata according to the options.
#include <algorithm>
#include <cstring>

#include "core/color/describe.h"
#include "core/color/ycbcr.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

using namespace h273;

bool same_layout(const Format& a, const Format& b) {
    const auto same = [](const Component& x, const Component& y) {
        return x.plane == y.plane && x.step == y.step && x.offset == y.offset;
    };
    return a.blocks == b.blocks && a.family == b.family && a.chroma_w == b.chroma_w &&
           a.chroma_h == b.chroma_h &&
           std::equal(a.components.begin(), a.components.end(), b.components.begin(), same);
}

// Returns the format with the layout of `format` and the depth `depth`, or `format` itself if no
// such format exists. Formats that pack three samples into a word are never chosen, because few
// programs read them.
const Format& with_depth(const Format& format, int depth) {
    for (const Format& candidate : formats()) {
        if (candidate.sample == Sample::U10X3) continue;
        if (candidate.depth == depth && same_layout(candidate, format)) return candidate;
    }
    return format;
}

bool holds(const Format& format, const Format& like) {
    return format.blocks == like.blocks && format.family == like.family &&
           format.has_alpha() == like.has_alpha() && format.chroma_w <= like.chroma_w &&
           format.chroma_h <= like.chroma_h;
}

const Format& in_depth(const Format& format, int depth) {
    if (with_depth(format, depth).depth == depth) return with_depth(format, depth);
    for (const Format& candidate : formats()) {
        if (candidate.depth == depth && holds(candidate, format)) return candidate;
    }
    return format;
}

bool is_hdr_transfer(int transfer) { return transfer == transfer_pq || transfer == transfer_hlg; }

// Returns the output format for format=auto. It must not depend on the input's transfer function,
// which FFmpeg does not know during format negotiation.
const Format& automatic_format(const Format& in, int transfer_option) {
    if (in.family == Family::RGB || in.sample == Sample::F32) return in;
    if (is_hdr_transfer(transfer_option)) return in.depth < 10 ? in_depth(in, 10) : in;
    return in.depth > 8 ? in_depth(in, 8) : in;
}

const Format& output_format(const tonelift_options& options, const Format& in) {
    const char* name = options.format;
    if (name == nullptr || *name == '\0' || std::strcmp(name, "auto") == 0) {
        return automatic_format(in, options.transfer);
    }
    if (std::strcmp(name, "same") == 0) return in;
    if (const Format* format = find_format(name)) return *format;
    throw Error(Failure::argument, "format=" + printable(name) +
                                       ": allowed are auto, same and the names that "
                                       "`tonelift formats` lists, such as yuv420p or p010");
}

int output_transfer(const tonelift_options& options, const tonelift_video& in) {
    if (options.transfer >= 0) return options.transfer;
    return is_hdr(in) ? transfer_bt709 : in.transfer;
}

int output_primaries(const tonelift_options& options, const tonelift_video& in, int transfer) {
    if (options.primaries >= 0) return options.primaries;
    if (is_hdr_transfer(transfer)) return primaries_bt2020;
    return is_hdr(in) && transfer != transfer_linear ? primaries_bt709 : in.primaries;
}

// Returns the H.273 code of the output's matrix. Primaries without a matrix of their own, such as
// P3, get the usual matrix of SDR or HDR.
int output_matrix(const tonelift_options& options, const tonelift_video& in,
                  const tonelift_video& out, const Format& format) {
    if (format.family == Family::RGB) return matrix_rgb;
    if (options.matrix >= 0) return options.matrix;
    if (!is_hdr(in) && out.primaries == in.primaries && in.matrix != matrix_rgb) return in.matrix;
    return usual_matrix(out.primaries, is_hdr_transfer(out.transfer));
}

int output_range(const tonelift_options& options, const tonelift_video& in, bool hdr,
                 const Format& from, const Format& to) {
    if (to.family == Family::RGB || to.sample == Sample::F32 || to.is_texture()) return range_full;
    if (options.range > 0) return options.range;
    if (to.family == Family::GRAY && from.family != Family::GRAY) return range_full;
    const bool stays_sdr = !is_hdr(in) && !hdr;
    if (to.family == Family::GRAY || (stays_sdr && from.family != Family::RGB)) return in.range;
    return range_limited;
}

tonelift_chroma_location output_chroma_location(const tonelift_video& in, const tonelift_video& out,
                                                const Format& from, const Format& to) {
    if (!to.subsampled()) return TONELIFT_CHROMA_UNSPECIFIED;
    const bool hdr = is_hdr_transfer(out.transfer);
    const bool same_kind = from.subsampled() && hdr == is_hdr_transfer(in.transfer);
    if (same_kind) return in.chroma_location;
    const bool uhd = hdr && to.chroma_h == 1;
    return uhd ? TONELIFT_CHROMA_TOPLEFT : TONELIFT_CHROMA_LEFT;
}

// Returns the alpha mode of the output, or 0 for a format without alpha. By default, premultiplied
// linear light becomes straight if the output is not linear. Linear formats such as EXR multiply
// light by alpha, whereas other formats multiply codes by alpha.
int output_alpha_mode(const tonelift_options& options, const tonelift_video& in,
                      const tonelift_video& out, const Format& to) {
    if (!to.has_alpha()) return 0;
    if (options.alpha_mode > 0) return options.alpha_mode;
    const bool becomes_codes = in.transfer == transfer_linear && out.transfer != transfer_linear;
    return is_premultiplied(in) && !becomes_codes ? TONELIFT_ALPHA_MODE_PREMULTIPLIED
                                                  : TONELIFT_ALPHA_MODE_STRAIGHT;
}

// Sets HDR metadata that contains all light of the output. A mapped picture can reach the peak of
// the output, even if the input is darker. A MaxCLL that is too low makes the screen clip
// highlights.
void describe_light(tonelift_video& out, const tonelift_video& in,
                    const tonelift_options& options) {
    constexpr double usual_black = 0.005;
    const bool hdr = is_hdr_transfer(out.transfer);
    const double peak = target_peak_nits(out, options);
    const double black =
        in.mastering_max > 0 ? std::min(in.mastering_min, usual_black) : usual_black;
    out.mastering_max = hdr ? peak : 0;
    out.mastering_min = hdr ? black : 0;
    out.max_cll = has_light_level(out) ? peak : 0;
    out.max_fall = 0;
}

}  // namespace

bool has_light_level(const tonelift_video& out) {
    return out.transfer == transfer_pq && out.format != TONELIFT_FORMAT_BC4;
}

double target_peak_nits(const tonelift_video& out, const tonelift_options& options) {
    if (options.target_peak > 0) return options.target_peak;
    return is_hdr_transfer(out.transfer) ? nominal_peak_nits : reference_white_nits;
}

tonelift_video describe_output(const tonelift_options& options, const tonelift_video& in) {
    const Format* from = find_format(static_cast<int>(in.format));
    if (from == nullptr) throw Error(Failure::argument, "the input has no known pixel format");
    const Format& to = output_format(options, *from);
    tonelift_video out = in;
    out.format = static_cast<tonelift_format>(to.id);
    out.transfer = output_transfer(options, in);
    out.primaries = output_primaries(options, in, out.transfer);
    out.matrix = output_matrix(options, in, out, to);
    out.range = output_range(options, in, is_hdr_transfer(out.transfer), *from, to);
    out.chroma_location = output_chroma_location(in, out, *from, to);
    out.linear_white = out.transfer == transfer_linear ? reference_white_nits : 0;
    out.alpha_mode = output_alpha_mode(options, in, out, to);
    describe_light(out, in, options);
    out.dolby_vision_profile = 0;
    out.dolby_vision_compatibility = 0;
    return out;
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
// Describes the input: applies the options in_*, guesses missing tags and checks HDR metadata.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/color/contradictions.h"
#include "core/color/describe.h"
#include "core/color/names.h"
#include "core/color/primaries.h"
#include "core/color/ycbcr.h"
#include "core/common/structs.h"
#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

using namespace h273;

// Describes video that Dolby Vision metadata reshapes. The result is PQ with BT.2020 colors, in
// full range unless limited range is specified.
tonelift_video describe_reshaped(const tonelift_video& video, const Format& format,
                                 const tonelift_options& options) {
    if (format.family != Family::YUV) {
        throw Error(Failure::unsupported,
                    "Dolby Vision profile " + std::to_string(video.dolby_vision_profile) +
                        " needs its base layer unchanged, in YUV; here it is " + format.ffmpeg +
                        ". Convert it after Tonelift, or use the base layer anyway with "
                        "apply_dolbyvision=0");
    }
    tonelift_video result = video;
    result.primaries = primaries_bt2020;
    result.transfer = transfer_pq;
    result.matrix = matrix_bt2020;
    if (options.in_range > 0) result.range = options.in_range;
    if (result.range != range_limited) result.range = range_full;
    return result;
}

// Throws Error (unsupported) for video that looks like Dolby Vision profile 5 or 10.0 without
// metadata, because the output would look green.
void check_hidden_dolby_vision(const tonelift_video& video, const Format& format,
                               const tonelift_options& options) {
    const bool untagged = is_unknown(video.primaries) && is_unknown(video.transfer) &&
                          is_unknown(video.matrix) && options.in_primaries < 0 &&
                          options.in_transfer < 0 && options.in_matrix < 0;
    const bool alike = format.chroma_w == 1 && format.chroma_h == 1 && format.depth == 10 &&
                       video.range == range_full && options.in_range < 0;
    if (!untagged || !alike || options.apply_dolbyvision == 0) return;
    throw Error(
        Failure::unsupported,
        "4:2:0 of 10 bits in full range without color tags looks like Dolby Vision profile "
        "5 or 10.0 without the metadata that it needs: colors would be wrong. If it is Dolby "
        "Vision, use a decoder that provides the metadata; messages of the decoder before this "
        "one can state why it is missing. For any other video, set in_transfer, in_primaries and "
        "in_matrix, or apply_dolbyvision=0");
}

void apply_overrides(tonelift_video& video, const tonelift_options& options) {
    if (options.in_transfer >= 0) video.transfer = options.in_transfer;
    if (options.in_primaries >= 0) video.primaries = options.in_primaries;
    if (options.in_matrix >= 0) video.matrix = options.in_matrix;
    if (options.in_range >= 0) video.range = options.in_range;
}

// Guesses the primaries of untagged video. A picture with 720 rows or 1280 columns or more, such as
// cropped HD, is assumed to be BT.709. Smaller pictures are assumed to be BT.601 with 525 or 625
// lines.
int primaries_of_size(const tonelift_video& video) {
    if (video.height >= 720 || video.width >= 1280) return primaries_bt709;
    return video.height > 488 || video.height == 288 ? primaries_625 : primaries_525;
}

bool plausible_luminance(double nits) { return std::isfinite(nits) && nits > 0 && nits <= 10000; }

void drop_absurd_light(tonelift_video& video) {
    for (double tonelift_video::*field :
         {&tonelift_video::mastering_min, &tonelift_video::mastering_max, &tonelift_video::max_cll,
          &tonelift_video::max_fall}) {
        if (!plausible_luminance(video.*field)) video.*field = 0;
    }
}

// Returns whether the video looks like a JPEG file: 8-bit YUV with a BT.601 matrix in full range.
// JPEG files are made from sRGB (ITU-T T.871).
bool is_jpeg(const tonelift_video& video, const Format& format) {
    return format.family == Family::YUV && format.depth == 8 && video.range == range_full &&
           (video.matrix == matrix_625 || video.matrix == matrix_525);
}

int guess_primaries(const tonelift_video& video, const Format& format) {
    if (is_jpeg(video, format)) return primaries_bt709;
    if (video.transfer == transfer_pq || video.transfer == transfer_hlg) return primaries_bt2020;
    if (format.family == Family::RGB) return primaries_bt709;
    switch (video.matrix) {
        case matrix_bt709:
            return primaries_bt709;
        case matrix_625:
            return primaries_625;
        case matrix_525:
            return primaries_525;
        case matrix_bt2020:
            return primaries_bt2020;
        default:
            break;
    }
    if (is_unknown(video.transfer) && format.depth >= 10 && has_hdr_metadata(video)) {
        return primaries_bt2020;
    }
    return format.sample == Sample::F32 ? primaries_bt709 : primaries_of_size(video);
}

int guess_transfer(const tonelift_video& video, const Format& format) {
    if (format.sample == Sample::F32) return transfer_linear;
    // BT.2020 without a transfer tag is assumed to be HDR that lost this tag, because SDR in
    // BT.2020 is rare.
    const bool wide = video.primaries == primaries_bt2020 || video.matrix == matrix_bt2020;
    if (format.depth >= 10 && (wide || has_hdr_metadata(video))) return transfer_pq;
    return format.family == Family::RGB || is_jpeg(video, format) ? transfer_srgb : transfer_bt709;
}

void note(std::string& list, const char* option, int code_point) {
    if (!list.empty()) list += ", ";
    list += std::string(option) + " " + color_name(option, code_point) + " (in_" + option + ")";
}

std::string fill_color(tonelift_video& video, const Format& format) {
    const bool guess_p = is_unknown(video.primaries), guess_t = is_unknown(video.transfer);
    const bool has_matrix = format.family != Family::RGB;
    const bool guess_m = has_matrix && is_unknown(video.matrix);
    if (!has_matrix) video.matrix = matrix_rgb;
    // The primaries are guessed first, because the guess of the transfer function needs the
    // primaries.
    if (guess_p) video.primaries = guess_primaries(video, format);
    if (guess_t) video.transfer = guess_transfer(video, format);
    if (guess_m) video.matrix = usual_matrix(video.primaries, is_hdr(video));
    std::string list;
    if (guess_p) note(list, "primaries", video.primaries);
    if (guess_t) note(list, "transfer", video.transfer);
    if (guess_m && format.family == Family::YUV) note(list, "matrix", video.matrix);
    return list;
}

// Ignores the range tag of RGB unless in_range is set, because programs leave the tag of the YUV
// source on RGB frames.
void fill_range(tonelift_video& video, const Format& format, bool overridden) {
    if (format.family == Family::RGB && !overridden) video.range = range_full;
    if (format.sample == Sample::F32) video.range = range_full;
    if (video.range == range_limited || video.range == range_full) return;
    video.range = format.family == Family::YUV ? range_limited : range_full;
}

// Returns a remark on linear light in integer samples, or an empty text.
std::string integer_light(const tonelift_video& video) {
    if (video.transfer != transfer_linear || is_hdr(video)) return {};
    return "linear light in integer samples is treated as SDR, because it ends at white; for HDR, "
           "leave out the conversion to linear light, or convert to float, as by "
           "format=gbrpf32le";
}

void fill_chroma_location(tonelift_video& video, const Format& format) {
    if (!format.subsampled()) {
        video.chroma_location = TONELIFT_CHROMA_UNSPECIFIED;
        return;
    }
    const int location = number_in(video.chroma_location);
    if (location < TONELIFT_CHROMA_LEFT || location > TONELIFT_CHROMA_BOTTOM) {
        const bool uhd = video.primaries == primaries_bt2020 && format.chroma_h == 1;
        video.chroma_location = uhd ? TONELIFT_CHROMA_TOPLEFT : TONELIFT_CHROMA_LEFT;
    }
}

void fill_linear_white(tonelift_video& video, const tonelift_options& options) {
    if (video.transfer != transfer_linear)
        video.linear_white = 0;
    else if (options.in_white > 0)
        video.linear_white = options.in_white;
    else if (!plausible_luminance(video.linear_white))
        video.linear_white = 0;
}

void fill_alpha_mode(tonelift_video& video, const Format& format, const tonelift_options& options) {
    if (options.in_alpha_mode > 0) video.alpha_mode = options.in_alpha_mode;
    if (video.alpha_mode != TONELIFT_ALPHA_MODE_PREMULTIPLIED)
        video.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
    if (!format.has_alpha()) video.alpha_mode = 0;
}

void check_color(const tonelift_video& video, const Format& format) {
    transfer_function(video.transfer);
    rgb_to_xyz(video.primaries);
    if (format.family != Family::RGB) rgb_to_ycbcr(video.matrix, video.primaries);
}

std::optional<TransferFunction> find_transfer(int transfer) {
    switch (transfer) {
        case 1:
        case 6:
        case 7:
        case 11:
        case 12:
        case 14:
        case 15:
            return TransferFunction::bt1886;
        case 4:
            return TransferFunction::gamma22;
        case 5:
            return TransferFunction::gamma28;
        case transfer_linear:
            return TransferFunction::linear;
        case transfer_srgb:
            return TransferFunction::srgb;
        case transfer_pq:
            return TransferFunction::pq;
        case transfer_hlg:
            return TransferFunction::hlg;
        default:
            return {};
    }
}

}  // namespace

bool transfer_supported(int transfer) { return find_transfer(transfer).has_value(); }

TransferFunction transfer_function(int transfer) {
    if (const auto found = find_transfer(transfer)) return *found;
    throw Error(Failure::unsupported, "transfer function " + std::to_string(transfer) +
                                          " (ITU-T H.273, table 3) is not supported; "
                                          "set in_transfer to the nearest known one");
}

bool is_hdr(const tonelift_video& video) {
    if (video.transfer == transfer_pq || video.transfer == transfer_hlg) return true;
    if (video.transfer != transfer_linear) return false;
    const Format* format = find_format(static_cast<int>(video.format));
    return (format != nullptr && format->sample == Sample::F32) ||
           linear_white_nits(video) > reference_white_nits;
}

bool is_premultiplied(const tonelift_video& video) {
    const Format* format = find_format(static_cast<int>(video.format));
    return video.alpha_mode == TONELIFT_ALPHA_MODE_PREMULTIPLIED && format != nullptr &&
           format->has_alpha();
}

double linear_white_nits(const tonelift_video& video) {
    return video.linear_white > 0 ? video.linear_white : reference_white_nits;
}

bool is_absolute(const tonelift_video& in) {
    return in.transfer == transfer_pq || (in.transfer == transfer_linear && in.linear_white > 0);
}

bool cuts_off_beyond_white(const tonelift_video& in, const tonelift_options& options) {
    return options.superwhite == TONELIFT_SUPERWHITE_CLIP && !is_hdr(in) &&
           find_format(static_cast<int>(in.format))->sample != Sample::F32;
}

bool is_reshaped(const tonelift_video& in) {
    return in.dolby_vision_profile > 0 && in.dolby_vision_compatibility <= 0;
}

tonelift_video describe_input(const tonelift_video& video, const tonelift_options& options,
                              std::string* remarks) {
    check_input(video);
    const Format& format = *find_format(video.format);
    tonelift_video result = video;
    std::string text = drop_dolby_vision(result, options.apply_dolbyvision);
    if (is_reshaped(result)) {
        result = describe_reshaped(result, format, options);
    } else {
        check_hidden_dolby_vision(video, format, options);
        apply_overrides(result, options);
    }
    drop_absurd_light(result);
    remark(text, drop_contradictions(result));
    const bool tagged = !is_unknown(result.transfer) && options.in_transfer < 0;
    const bool had_hdr_metadata = has_hdr_metadata(result);
    const std::string list = fill_color(result, format);
    if (!list.empty()) remark(text, "the input's color is not fully tagged; assumed " + list);
    remark(text, drop_light_of_sdr(result, tagged));
    fill_range(result, format, options.in_range > 0);
    fill_chroma_location(result, format);
    fill_linear_white(result, options);
    if (had_hdr_metadata || result.primaries == primaries_bt2020)
        remark(text, integer_light(result));
    fill_alpha_mode(result, format, options);
    check_color(result, format);
    if (remarks != nullptr) *remarks = text;
    return result;
}

double source_peak_nits(const tonelift_video& in, const tonelift_options& options) {
    const auto bounded = [](double nits) {
        return std::clamp(nits, reference_white_nits, 10000.0);
    };
    if (options.source_peak > 0) return bounded(options.source_peak);
    if (!is_hdr(in)) return reference_white_nits;
    if (in.transfer == transfer_hlg) return nominal_peak_nits;
    // No mastering display has a peak below 50 cd/m2. A smaller value is in another unit, so it is
    // ignored.
    constexpr double least = 50;
    const bool mastering = plausible_luminance(in.mastering_max) && in.mastering_max >= least &&
                           in.mastering_max > in.mastering_min;
    // A MaxCLL above twice the mastering peak is a placeholder, such as 10000, so it is ignored.
    const bool light_level = plausible_luminance(in.max_cll) && in.max_cll >= least &&
                             in.max_cll >= in.max_fall &&
                             !(mastering && in.max_cll > 2 * in.mastering_max);
    if (light_level) return bounded(in.max_cll);
    return bounded(mastering ? in.mastering_max : nominal_peak_nits);
}

}  // namespace tonelift

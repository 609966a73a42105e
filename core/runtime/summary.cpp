// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/summary.h"

#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/common/text.h"

namespace tonelift {
namespace {

std::string nits_text(double nits) { return " " + number_text(nits) + " cd/m2"; }

std::string transfer_text(int transfer) {
    switch (transfer_function(transfer)) {
        case TransferFunction::pq:
            return "PQ ";
        case TransferFunction::hlg:
            return "HLG ";
        case TransferFunction::srgb:
            return "sRGB ";
        case TransferFunction::linear:
            return "linear ";
        case TransferFunction::gamma22:
            return "gamma 2.2 ";
        case TransferFunction::gamma28:
            return "gamma 2.8 ";
        case TransferFunction::bt1886:
            break;
    }
    return "";
}

std::string primaries_text(int primaries) {
    switch (primaries) {
        case TONELIFT_PRIMARIES_BT709:
            return "BT.709";
        case TONELIFT_PRIMARIES_BT470BG:
            return "BT.601 625";
        case TONELIFT_PRIMARIES_SMPTE170M:
            return "BT.601 525";
        case TONELIFT_PRIMARIES_BT2020:
            return "BT.2020";
        case TONELIFT_PRIMARIES_SMPTE431:
            return "DCI P3";
        case TONELIFT_PRIMARIES_SMPTE432:
            return "Display P3";
        // Primaries of ITU-T H.273, table 2, for which the options have no name.
        case 4:
            return "BT.470 M";
        case 7:
            return "SMPTE 240M";
        case 8:
            return "generic film";
        case 22:
            return "EBU Tech 3213";
        default:
            return "primaries " + std::to_string(primaries);
    }
}

std::string color_text(const tonelift_video& video) {
    return transfer_text(video.transfer) + primaries_text(video.primaries);
}

std::string light_text(const tonelift_video& video, double peak) {
    if (transfer_function(video.transfer) == TransferFunction::linear)
        return " 1.0 =" + nits_text(linear_white_nits(video));
    return is_hdr(video) ? nits_text(peak) : "";
}

std::string depth_text(const tonelift_video& video) {
    const Format& format = *find_format(video.format);
    if (format.is_texture()) return std::string(" ") + format.ffmpeg;
    return format.sample == Sample::F32 ? " float" : " " + std::to_string(format.depth) + " bit";
}

std::string look_text(const Settings& settings) {
    if (is_given(settings.script)) return "script " + printable(settings.script);
    if (is_given(settings.script_text)) return "script_text";
    const std::string preset = std::string("preset ") + settings.preset;
    return is_given(settings.algorithm) ? preset + ", " + settings.algorithm : preset;
}

}  // namespace

std::string summary_of(const Settings& settings, const tonelift_video& in,
                       const tonelift_video& mapped, const std::string& place) {
    const std::string end = "; running on " + place;
    if (settings.metadata != TONELIFT_METADATA_OFF)
        return color_text(in) + depth_text(in) + "; unchanged, with metadata" + end;
    const std::string from = (is_reshaped(in) ? "Dolby Vision " : "") + color_text(in) +
                             light_text(in, source_peak_nits(in, settings));
    const std::string to =
        color_text(mapped) + light_text(mapped, target_peak_nits(mapped, settings));
    const std::string look = "; " + look_text(settings) + end;
    if (settings.stats == TONELIFT_STATS_MEASURE)
        return from + depth_text(in) + "; unchanged, measured for " + to + look;
    return from + " to " + to + depth_text(mapped) + look;
}

}  // namespace tonelift

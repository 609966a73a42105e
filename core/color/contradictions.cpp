// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/contradictions.h"

#include <algorithm>
#include <initializer_list>

#include "core/color/describe.h"
#include "core/color/names.h"
#include "core/common/text.h"

namespace tonelift {
namespace {

using namespace h273;

void drop_mastering_display(tonelift_video& video) {
    video.mastering_min = video.mastering_max = 0;
}
void drop_light_level(tonelift_video& video) { video.max_cll = video.max_fall = 0; }

// Returns whether the color tags contradict reshaping by Dolby Vision. Limited range without a
// matrix tag counts as a contradiction, because the video is probably HDR10 that lost this tag.
bool contradicts_reshaping(const tonelift_video& video) {
    constexpr int ictcp = 14, ipt = 15;
    const auto other = [](int code, std::initializer_list<int> right) {
        return !is_unknown(code) && std::find(right.begin(), right.end(), code) == right.end();
    };
    const bool lost_matrix = video.range == range_limited && is_unknown(video.matrix) &&
                             !(is_unknown(video.transfer) && is_unknown(video.primaries));
    return lost_matrix || other(video.matrix, {ictcp, ipt}) ||
           other(video.transfer, {transfer_pq}) || other(video.primaries, {primaries_bt2020});
}

}  // namespace

void remark(std::string& text, const std::string& sentence) {
    text += (text.empty() || sentence.empty() ? "" : ". ") + sentence;
}

bool has_hdr_metadata(const tonelift_video& video) {
    return video.mastering_max > 0 || video.max_cll > 0;
}

std::string drop_dolby_vision(tonelift_video& video, int apply) {
    constexpr int even_against_tags = 2;
    if (apply == 0) video.dolby_vision_profile = 0;
    if (apply == even_against_tags || !is_reshaped(video) || !contradicts_reshaping(video))
        return {};
    const std::string profile = std::to_string(video.dolby_vision_profile);
    video.dolby_vision_profile = 0;
    return "the Dolby Vision metadata of profile " + profile +
           " is ignored, because it contradicts the color tags of its frames (transfer " +
           color_name("transfer", video.transfer) + ", matrix " +
           color_name("matrix", video.matrix) +
           (video.range == range_limited ? ", limited range" : "") +
           "); apply_dolbyvision=2 applies the metadata";
}

std::string drop_contradictions(tonelift_video& video) {
    std::string text;
    if (video.mastering_max > 0 && video.mastering_min >= video.mastering_max) {
        remark(text, "the mastering display is ignored: its black, " +
                         number_text(video.mastering_min) + " cd/m2, is not below its white, " +
                         number_text(video.mastering_max));
        drop_mastering_display(video);
    }
    if (video.max_cll > 0 && video.max_fall > video.max_cll) {
        remark(text, "the light level is ignored: MaxFALL, " + number_text(video.max_fall) +
                         " cd/m2, is above MaxCLL, " + number_text(video.max_cll));
        drop_light_level(video);
    }
    return text;
}

std::string drop_light_of_sdr(tonelift_video& video, bool tagged) {
    if (is_hdr(video) || !has_hdr_metadata(video)) return {};
    drop_mastering_display(video);
    drop_light_level(video);
    if (!tagged) return {};
    const std::string ignored =
        "the HDR metadata of the stream is ignored: its transfer is tagged " +
        color_name("transfer", video.transfer);
    if (video.transfer == transfer_linear) return ignored;
    return ignored + "; in_transfer=pq treats it as HDR10 whose tag was lost";
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "core/color/ycbcr.h"
#include "core/common/structs.h"
#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {
namespace {

constexpr double brightest_nits = 10000;  // peak of PQ (SMPTE ST 2084)

void require(bool condition, const std::string& message) {
    if (!condition) throw Error(Failure::argument, message);
}

// Returns whether the pixel format can have the matrix. Gray can have the RGB matrix, because gray
// pictures can be made from RGB.
bool matrix_fits(const tonelift_video& video) {
    const Family family = find_format(video.format)->family;
    if (family == Family::RGB) return true;
    return matrix_supported(video.matrix) ||
           (family == Family::GRAY && video.matrix == h273::matrix_rgb);
}

void check_known(bool known, const char* what, int code_point) {
    if (known) return;
    throw Error(Failure::unsupported, std::string("the output's ") + what + " " +
                                          std::to_string(code_point) +
                                          " (ITU-T H.273) is not supported; `tonelift options` "
                                          "lists the supported names");
}

void check_light(const char* name, double nits) {
    require(nits >= 0 && nits <= brightest_nits, std::string("the output's ") + name + " is " +
                                                     std::to_string(nits) +
                                                     " cd/m2; allowed is 0 (unknown) to 10000");
}

}  // namespace

const Format& check_picture(const tonelift_video& video, const char* which) {
    const std::string name = std::string("the ") + which;
    const int number = number_in(video.format);
    const Format* format = find_format(number);
    const std::string has = number == 0 ? " has no pixel format"
                                        : " has the pixel format number " + std::to_string(number) +
                                              ", which does not exist";
    require(format != nullptr,
            name + has + "; allowed are the formats that `tonelift formats` lists");
    require(video.width >= 1 && video.width <= largest_side && video.height >= 1 &&
                video.height <= largest_side,
            name + " is " + std::to_string(video.width) + "x" + std::to_string(video.height) +
                " pixels; allowed is 1x1 to 16384x16384");
    return *format;
}

void check_input(const tonelift_video& video) {
    const Format& format = check_picture(video, "input");
    if (!format.is_texture()) return;
    throw Error(Failure::unsupported,
                std::string("the input is ") + format.ffmpeg +
                    "; textures are allowed only as output: decode them before");
}

void check_output(const tonelift_video& video) {
    check_picture(video, "output");
    const int location = number_in(video.chroma_location);
    require(location >= TONELIFT_CHROMA_UNSPECIFIED && location <= TONELIFT_CHROMA_BOTTOM,
            "the output's chroma location is " + std::to_string(location) + "; allowed is 0 to 6");
    require(video.range == TONELIFT_RANGE_LIMITED || video.range == TONELIFT_RANGE_FULL,
            "the output's range is " + std::to_string(video.range) +
                "; allowed are 1 (limited) and 2 (full)");
    require(video.range == TONELIFT_RANGE_FULL || !find_format(video.format)->is_texture(),
            "the output's range is 1 (limited); allowed for a texture is 2 (full)");
    check_light("mastering_min", video.mastering_min);
    check_light("mastering_max", video.mastering_max);
    check_light("max_cll", video.max_cll);
    check_light("max_fall", video.max_fall);
    check_light("linear_white", video.linear_white);
    require(video.alpha_mode >= 0 && video.alpha_mode <= TONELIFT_ALPHA_MODE_STRAIGHT,
            "the output's alpha_mode is " + std::to_string(video.alpha_mode) +
                "; allowed are 0 (unspecified), 1 (premultiplied) and 2 (straight)");
    check_known(primaries_supported(video.primaries), "primaries", video.primaries);
    check_known(transfer_supported(video.transfer), "transfer function", video.transfer);
    check_known(matrix_fits(video), "YUV matrix", video.matrix);
}

}  // namespace tonelift

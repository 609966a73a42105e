// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/raw.h"

#include <libraw/libraw.h>
#include <libraw/libraw_internal.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "tools/file_bytes.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

// Values of LibRaw's parameters output_color and highlight (options -o and -H of dcraw).
constexpr int to_prophoto = 4, blended_highlights = 2;
constexpr unsigned most_memory = 2000;  // LibRaw's limit of memory in MB

// Returns the matrix from LibRaw's ProPhoto RGB to BT.2020. LibRaw defines ProPhoto RGB relative to
// sRGB, with the white of sRGB.
Matrix3 from_prophoto() {
    Matrix3 prophoto{};
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j) prophoto[i][j] = LibRaw_constants::prophoto_rgb[i][j];
    return multiply(convert_primaries(h273::primaries_bt709, h273::primaries_bt2020),
                    inverse(prophoto));
}

class Raw {
  public:
    explicit Raw(const std::string& file)
        : file_(file), bytes_(read_bytes(file)), raw_(std::make_unique<LibRaw>()) {
        libraw_output_params_t& params = raw_->imgdata.params;
        params.output_bps = 16;
        params.output_color = to_prophoto;
        params.gamm[0] = params.gamm[1] = 1;
        params.no_auto_bright = 1;
        params.use_camera_wb = 1;
        params.adjust_maximum_thr = 0;  // white does not depend on the picture
        params.highlight = blended_highlights;
        raw_->set_dataerror_handler([](void*, const char*, int) {}, nullptr);
        params.max_raw_memory_mb = most_memory;
    }

    Still read() {
        check(raw_->open_buffer(bytes_.data(), bytes_.size()));
        const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
        check_picture(still_video("gbrpf32le", sizes.width, sizes.height), "input");
        check_picture(still_video("gbrpf32le", sizes.raw_width, sizes.raw_height), "input");
        check(raw_->unpack());
        check(raw_->dcraw_process());
        int error = LIBRAW_SUCCESS;
        const std::unique_ptr<libraw_processed_image_t, decltype(&LibRaw::dcraw_clear_mem)> image(
            raw_->dcraw_make_mem_image(&error), LibRaw::dcraw_clear_mem);
        check(error);
        if (image == nullptr || image->type != LIBRAW_IMAGE_BITMAP || image->bits != 16 ||
            (image->colors != 3 && image->colors != 1))
            fail_to_read(file_, "raw", "its colors are neither three nor one");
        Still light = light_of(*image);
        multiply_colors(from_prophoto(), &light);
        return honored(std::move(light), statements());
    }

  private:
    void check(int error) const {
        if (error != LIBRAW_SUCCESS) fail_to_read(file_, "raw", libraw_strerror(error));
    }

    static Still light_of(const libraw_processed_image_t& image) {
        Still still(still_video("gbrpf32le", image.width, image.height));
        const auto* codes = reinterpret_cast<const uint16_t*>(image.data);
        std::vector<float> row(size_t{3} * image.width);
        for (int y = 0; y < still.video.height; ++y) {
            for (size_t i = 0; i < row.size(); ++i)
                row[i] = static_cast<float>(codes[image.colors == 3 ? i : i / 3]) / 65535.0f;
            split_row(row.data(), y, &still);
            codes += size_t{image.colors} * image.width;
        }
        return still;
    }

    Statements statements() const {
        Statements stated;
        stated.primaries = h273::primaries_bt2020;
        stated.transfer = h273::transfer_linear;
        stated.exposure = exposure();
        stated.metadata.exif = exif_of_tiff(bytes_);
        const libraw_iparams_t& said = raw_->imgdata.idata;
        if (said.xmpdata != nullptr) stated.metadata.xmp.assign(said.xmpdata, said.xmplen);
        return stated;
    }

    // Returns the factor that applies BaselineExposure (DNG 1.7) and undoes LibRaw's scaling of the
    // colors.
    double exposure() const {
        const libraw_colordata_t& color = raw_->imgdata.color;
        const float least = *std::min_element(color.pre_mul, color.pre_mul + 3);
        const double stops = color.dng_levels.baseline_exposure;
        const double shift = stops > -20 && stops < 20 ? std::exp2(stops) : 1;
        return least > 0.01f && least <= 1 ? shift / double{least} : shift;
    }

    std::string file_;
    std::vector<uint8_t> bytes_;
    std::unique_ptr<LibRaw> raw_;
};

}  // namespace

Still read_raw(const std::string& file) { return Raw(file).read(); }

// Recognizes raw files that are not TIFF files. The TIFF reader passes all other raw files to
// read_raw().
StillKind raw_kind() {
    return {.name = "raw",
            .recognizes =
                [](std::string_view begin) {
                    using namespace std::string_view_literals;
                    const std::string_view brand = begin.size() > 12 ? begin.substr(4, 7) : "";
                    return brand == "ftypcrx" || begin.starts_with("FUJIFILMCCD-RAW") ||
                           begin.starts_with("IIRO") || begin.starts_with("IIRS") ||
                           begin.starts_with("IIU\0"sv) || begin.starts_with("\0MRM"sv) ||
                           (begin.starts_with("II*\0"sv) && begin.size() > 10 &&
                            begin.substr(8, 2) == "CR");
                },
            .read = read_raw,
            .linear = true};
}

}  // namespace tonelift

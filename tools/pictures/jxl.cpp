// SPDX-License-Identifier: BSD-2-Clause
#include <jxl/decode.h>
#include <jxl/decode_cxx.h>
#include <jxl/encode.h>
#include <jxl/encode_cxx.h>
#include <jxl/resizable_parallel_runner.h>
#include <jxl/resizable_parallel_runner_cxx.h>

#include <cstring>

#include "core/color/describe.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/file_bytes.h"
#include "tools/pictures/exif.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

void require_read(bool done, const std::string& file, const char* why) {
    if (!done) fail_to_read(file, "JPEG XL", why);
}

int transfer_of(const JxlColorEncoding& color) {
    const bool known = color.transfer_function != JXL_TRANSFER_FUNCTION_GAMMA &&
                       transfer_supported(color.transfer_function);
    return known ? color.transfer_function : h273::unspecified;
}

int primaries_of(const JxlColorEncoding& color) {
    const bool d65 = color.white_point == JXL_WHITE_POINT_D65;
    if (color.color_space == JXL_COLOR_SPACE_GRAY) return h273::primaries_bt709;
    if (color.primaries == JXL_PRIMARIES_P3 && color.white_point == JXL_WHITE_POINT_DCI)
        return TONELIFT_PRIMARIES_DCI_P3;
    if (!d65 || color.primaries == JXL_PRIMARIES_CUSTOM) return h273::unspecified;
    const bool p3 = color.primaries == JXL_PRIMARIES_P3;
    return p3 ? int{TONELIFT_PRIMARIES_DISPLAY_P3} : int{color.primaries};
}

// Types of boxes: Exif and XMP (ISO/IEC 18181-2, 9.1 and 9.2), and a gain map. An Exif box begins
// with the 32-bit offset of the Exif data.
constexpr JxlBoxType exif_box = {'E', 'x', 'i', 'f'}, xmp_box = {'x', 'm', 'l', ' '},
                     gain_map_box = {'j', 'h', 'g', 'm'};
constexpr size_t exif_place_size = 4;
constexpr size_t longest_notes = 16 << 20;  // maximum size of unpacked metadata, in bytes

std::vector<uint8_t> content_of_box(JxlDecoder* decoder) {
    std::vector<uint8_t> content(1 << 14);
    size_t used = 0;
    JxlDecoderSetBoxBuffer(decoder, content.data(), content.size());
    while (JxlDecoderProcessInput(decoder) == JXL_DEC_BOX_NEED_MORE_OUTPUT) {
        used = content.size() - JxlDecoderReleaseBoxBuffer(decoder);
        if (content.size() >= longest_notes) return {};
        content.resize(2 * content.size());
        JxlDecoderSetBoxBuffer(decoder, content.data() + used, content.size() - used);
    }
    content.resize(content.size() - JxlDecoderReleaseBoxBuffer(decoder));
    return content;
}

std::vector<uint8_t> box_of(const std::vector<uint8_t>& file, const JxlBoxType wanted) {
    const auto decoder = JxlDecoderMake(nullptr);
    JxlDecoderSubscribeEvents(decoder.get(), JXL_DEC_BOX);
    JxlDecoderSetDecompressBoxes(decoder.get(), JXL_TRUE);
    JxlDecoderSetInput(decoder.get(), file.data(), file.size());
    JxlDecoderCloseInput(decoder.get());
    while (JxlDecoderProcessInput(decoder.get()) == JXL_DEC_BOX) {
        JxlBoxType type;
        if (JxlDecoderGetBoxType(decoder.get(), type, JXL_TRUE) == JXL_DEC_SUCCESS &&
            std::memcmp(type, wanted, sizeof type) == 0)
            return content_of_box(decoder.get());
    }
    return {};
}

StillMetadata read_notes(const std::vector<uint8_t>& file) {
    StillMetadata notes;
    const std::vector<uint8_t> exif = box_of(file, exif_box), xmp = box_of(file, xmp_box);
    if (exif.size() > exif_place_size) {
        const std::span<const uint8_t> content =
            exif_content(std::span(exif).subspan(exif_place_size));
        notes.exif.assign(content.begin(), content.end());
    }
    notes.xmp.assign(xmp.begin(), xmp.end());
    return notes;
}

class JxlReader {
  public:
    explicit JxlReader(const std::string& file)
        : file_(file),
          bytes_(read_bytes(file)),
          runner_(JxlResizableParallelRunnerMake(nullptr)),
          decoder_(JxlDecoderMake(nullptr)) {
        JxlDecoderSubscribeEvents(decoder_.get(),
                                  JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
        JxlDecoderSetParallelRunner(decoder_.get(), JxlResizableParallelRunner, runner_.get());
        JxlDecoderSetInput(decoder_.get(), bytes_.data(), bytes_.size());
        JxlDecoderCloseInput(decoder_.get());
    }

    Still read() {
        wait_for(JXL_DEC_BASIC_INFO);
        require_read(JxlDecoderGetBasicInfo(decoder_.get(), &info_) == JXL_DEC_SUCCESS, file_,
                     "it has no header");
        JxlResizableParallelRunnerSetThreads(
            runner_.get(), JxlResizableParallelRunnerSuggestThreads(info_.xsize, info_.ysize));
        look_at_channels();
        wait_for(JXL_DEC_COLOR_ENCODING);
        Statements stated = statements();
        exposed_ = stated.exposure != 1;
        Still still(still_video(format(), info_.xsize, info_.ysize));
        wait_for(JXL_DEC_NEED_IMAGE_OUT_BUFFER);
        read_pixels(&still);
        if (info_.have_animation != JXL_FALSE) still.notes.push_back(first_of_several);
        still.notes.insert(still.notes.end(), notes_.begin(), notes_.end());
        if (!box_of(bytes_, gain_map_box).empty())
            still.notes.push_back("the gain map was ignored: those of JPEG XL are not read");
        stated.metadata = read_notes(bytes_);
        return honored(std::move(still), stated);
    }

  private:
    void wait_for(JxlDecoderStatus event) {
        const JxlDecoderStatus status = JxlDecoderProcessInput(decoder_.get());
        require_read(status == event, file_,
                     status == JXL_DEC_NEED_MORE_INPUT ? "it is truncated" : "it is damaged");
    }

    // Adds a message about channels that are left out. Throws Error (unsupported) for CMYK, because
    // its colors would be wrong without the black channel.
    void look_at_channels() {
        size_t left_out = 0;
        for (uint32_t i = 0; i < info_.num_extra_channels; ++i) {
            JxlExtraChannelInfo channel;
            if (JxlDecoderGetExtraChannelInfo(decoder_.get(), i, &channel) != JXL_DEC_SUCCESS)
                continue;
            if (channel.type == JXL_CHANNEL_BLACK)
                throw Error(
                    Failure::unsupported,
                    "a JPEG XL in CMYK is not supported; ImageMagick's convert makes a TIFF "
                    "of it");
            left_out += channel.type != JXL_CHANNEL_ALPHA && channel.type != JXL_CHANNEL_SPOT_COLOR;
        }
        if (left_out > 0)
            notes_.push_back("channels beside colors and alpha are left out: " +
                             std::to_string(left_out));
    }

    bool floats() const {
        return info_.exponent_bits_per_sample > 0 || info_.bits_per_sample > 16 || exposed_;
    }

    const char* format() const {
        const bool gray = info_.num_color_channels == 1 && info_.alpha_bits == 0;
        const bool alpha = info_.alpha_bits > 0;
        if (floats()) return gray ? "grayf32le" : alpha ? "gbrapf32le" : "gbrpf32le";
        if (info_.bits_per_sample > 8) return gray ? "gray16le" : alpha ? "rgba64le" : "rgb48le";
        return gray ? "gray" : alpha ? "rgba" : "rgb24";
    }

    // Returns the color and geometry that the file states. JPEG XL's own color description has
    // precedence over an ICC profile. The orientation is missing, because libjxl has already
    // applied it.
    Statements statements() {
        Statements stated;
        stated.gray = info_.num_color_channels == 1;
        stated.premultiplied = info_.alpha_premultiplied != JXL_FALSE;
        JxlColorEncoding color;
        if (JxlDecoderGetColorAsEncodedProfile(decoder_.get(), nullptr,
                                               JXL_COLOR_PROFILE_TARGET_DATA,
                                               &color) == JXL_DEC_SUCCESS) {
            stated.primaries = primaries_of(color);
            stated.transfer = transfer_of(color);
        }
        if (stated.primaries == h273::unspecified || stated.transfer == h273::unspecified)
            stated.profile = profile();
        // For linear light, intensity_target is the luminance of 1.0 in cd/m2. Its default 255
        // means that the luminance is unknown.
        constexpr float unspecified_peak = 255;
        if (stated.transfer == h273::transfer_linear && info_.intensity_target > 0 &&
            info_.intensity_target != unspecified_peak)
            stated.exposure = static_cast<double>(info_.intensity_target) / reference_white_nits;
        if (info_.intrinsic_xsize > 0 && info_.intrinsic_ysize > 0)
            stated.pixel_aspect = 1.0 * info_.intrinsic_xsize * info_.ysize /
                                  (1.0 * info_.intrinsic_ysize * info_.xsize);
        return stated;
    }

    std::vector<uint8_t> profile() {
        size_t size = 0;
        JxlDecoderGetICCProfileSize(decoder_.get(), nullptr, JXL_COLOR_PROFILE_TARGET_DATA, &size);
        std::vector<uint8_t> profile(size);
        JxlDecoderGetColorAsICCProfile(decoder_.get(), nullptr, JXL_COLOR_PROFILE_TARGET_DATA,
                                       profile.data(), profile.size());
        return profile;
    }

    void read_pixels(Still* still) {
        const Format& format = *find_format(still->video.format);
        const uint32_t channels = format.family == Family::GRAY ? 1 : format.has_alpha() ? 4 : 3;
        const JxlDataType type = floats()            ? JXL_TYPE_FLOAT
                                 : format.depth == 8 ? JXL_TYPE_UINT8
                                                     : JXL_TYPE_UINT16;
        const JxlPixelFormat layout{channels, type, JXL_LITTLE_ENDIAN, 1};
        std::vector<float> interleaved(floats() ? still->frame.size() / sizeof(float) : 0);
        void* const to = floats() ? static_cast<void*>(interleaved.data()) : still->frame.row(0, 0);
        require_read(JxlDecoderSetImageOutBuffer(decoder_.get(), &layout, to,
                                                 still->frame.size()) == JXL_DEC_SUCCESS,
                     file_, "its layout is not supported");
        wait_for(JXL_DEC_FULL_IMAGE);
        if (!floats()) return;
        for (int y = 0; y < still->video.height; ++y)
            split_row(interleaved.data() + static_cast<size_t>(y) *
                                               static_cast<size_t>(still->video.width) * channels,
                      y, still);
    }

    std::string file_;
    std::vector<uint8_t> bytes_;
    JxlResizableParallelRunnerPtr runner_;
    JxlDecoderPtr decoder_;
    JxlBasicInfo info_{};
    std::vector<std::string> notes_;
    bool exposed_ = false;
};

JxlColorEncoding color_of(const tonelift_video& video, bool gray) {
    JxlColorEncoding color{};
    color.color_space = gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
    color.white_point = JXL_WHITE_POINT_D65;
    const bool p3 = video.primaries == TONELIFT_PRIMARIES_DISPLAY_P3;
    const bool known =
        video.primaries == h273::primaries_bt709 || video.primaries == h273::primaries_bt2020;
    if (!p3 && !known)
        throw Error(Failure::unsupported,
                    "JPEG XL is written with the primaries bt709, display-p3 and bt2020; select "
                    "one with primaries");
    color.primaries = p3 ? JXL_PRIMARIES_P3 : static_cast<JxlPrimaries>(video.primaries);
    color.transfer_function = JXL_TRANSFER_FUNCTION_GAMMA;
    switch (transfer_function(video.transfer)) {
        case TransferFunction::bt1886:
            color.gamma = 1 / 2.4;
            break;
        case TransferFunction::gamma22:
            color.gamma = 1 / 2.2;
            break;
        case TransferFunction::gamma28:
            color.gamma = 1 / 2.8;
            break;
        default:
            color.transfer_function = static_cast<JxlTransferFunction>(video.transfer);
    }
    return color;
}

JxlBasicInfo info_of(const Still& still) {
    const Format& format = *find_format(still.video.format);
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = static_cast<uint32_t>(still.video.width);
    info.ysize = static_cast<uint32_t>(still.video.height);
    info.bits_per_sample = static_cast<uint32_t>(format.depth);
    info.num_color_channels = format.family == Family::GRAY ? 1 : 3;
    info.num_extra_channels = format.has_alpha() ? 1 : 0;
    info.alpha_bits = format.has_alpha() ? info.bits_per_sample : 0;
    // Peak luminance in cd/m2: that of the PQ code range, and that of the reference display of HLG.
    if (still.video.transfer == h273::transfer_pq) info.intensity_target = 10000;
    if (still.video.transfer == h273::transfer_hlg) info.intensity_target = 1000;
    return info;
}

std::vector<uint8_t> output_of(JxlEncoder* encoder, const std::string& file) {
    std::vector<uint8_t> bytes(1 << 20);
    size_t used = 0;
    for (;;) {
        uint8_t* next = bytes.data() + used;
        size_t left = bytes.size() - used;
        const JxlEncoderStatus status = JxlEncoderProcessOutput(encoder, &next, &left);
        used = bytes.size() - left;
        if (status == JXL_ENC_ERROR) fail_to_write(file, "JPEG XL", "libjxl failed");
        if (status == JXL_ENC_SUCCESS) break;
        bytes.resize(2 * bytes.size());
    }
    bytes.resize(used);
    return bytes;
}

// Converts a quality to the distance of libjxl. From quality 30 on, cjxl uses the same distances.
float distance_of(int quality) {
    return quality >= 100 ? 0.0F : 0.1F + static_cast<float>(100 - quality) * 0.09F;
}

bool add_notes(JxlEncoder* encoder, const StillMetadata& notes) {
    const auto add = [&](const JxlBoxType type, const std::vector<uint8_t>& content) {
        return JxlEncoderAddBox(encoder, type, content.data(), content.size(), JXL_FALSE) ==
               JXL_ENC_SUCCESS;
    };
    std::vector<uint8_t> exif(exif_place_size);
    exif.insert(exif.end(), notes.exif.begin(), notes.exif.end());
    return (notes.exif.empty() || add(exif_box, exif)) &&
           (notes.xmp.empty() || add(xmp_box, {notes.xmp.begin(), notes.xmp.end()}));
}

void write_jxl(const std::string& file, const Still& still, const StillOptions& options) {
    const auto runner = JxlResizableParallelRunnerMake(nullptr);
    const auto encoder = JxlEncoderMake(nullptr);
    JxlResizableParallelRunnerSetThreads(
        runner.get(),
        JxlResizableParallelRunnerSuggestThreads(static_cast<uint64_t>(still.video.width),
                                                 static_cast<uint64_t>(still.video.height)));
    JxlEncoderSetParallelRunner(encoder.get(), JxlResizableParallelRunner, runner.get());
    if (!still.metadata.empty()) JxlEncoderUseBoxes(encoder.get());
    JxlBasicInfo info = info_of(still);
    info.uses_original_profile = options.quality >= 100 ? JXL_TRUE : JXL_FALSE;
    const JxlColorEncoding color = color_of(still.video, info.num_color_channels == 1);
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    JxlEncoderSetFrameDistance(settings, distance_of(options.quality));
    if (options.quality >= 100) JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    if (options.effort > 0)
        JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, options.effort);
    const JxlPixelFormat layout{info.num_color_channels + info.num_extra_channels,
                                info.bits_per_sample == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
                                JXL_LITTLE_ENDIAN, 1};
    const bool done = JxlEncoderSetBasicInfo(encoder.get(), &info) == JXL_ENC_SUCCESS &&
                      JxlEncoderSetColorEncoding(encoder.get(), &color) == JXL_ENC_SUCCESS &&
                      JxlEncoderAddImageFrame(settings, &layout, still.frame.row(0, 0),
                                              still.frame.size()) == JXL_ENC_SUCCESS;
    if (!done || !add_notes(encoder.get(), still.metadata))
        fail_to_write(file, "JPEG XL", "libjxl refuses the picture");
    JxlEncoderCloseInput(encoder.get());
    write_bytes(file, output_of(encoder.get(), file));
}

}  // namespace

StillKind jxl_kind() {
    return {"JPEG XL",
            {".jxl"},
            [](std::string_view begin) {
                using namespace std::string_view_literals;
                return begin.starts_with("\xFF\x0A") ||
                       begin.starts_with("\0\0\0\x0CJXL \r\n\x87\n"sv);
            },
            [](const std::string& file) { return JxlReader(file).read(); },
            write_jxl,
            {"rgb24", "rgba", "gray", "rgb48le", "rgba64le", "gray16le"},
            true,
            false,
            false,
            {any_size, any_size, 0},
            false};
}

}  // namespace tonelift

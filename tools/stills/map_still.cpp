// SPDX-License-Identifier: BSD-2-Clause
#include "tools/stills/map_still.h"

#include <algorithm>

#include "core/color/describe.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/mapper.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/samples.h"
#include "tools/progress.h"
#include "tools/whole_file.h"

namespace tonelift {
namespace {

const Format& format_of(std::string_view name) { return *find_format(std::string(name).c_str()); }

const StillKind& output_kind(const std::string& output) {
    if (output == "-")
        throw Error(Failure::argument,
                    "a still picture cannot be written to the standard output; name a file, as in "
                    "tonelift map photo.jpg mapped.jpg");
    const StillKind* const kind = kind_of_name(output);
    if (kind != nullptr && kind->write != nullptr) return *kind;
    std::vector<std::string> endings;
    for (const StillKind& known : still_kinds()) {
        if (known.write != nullptr)
            endings.insert(endings.end(), known.endings.begin(), known.endings.end());
    }
    throw Error(Failure::argument, quote(output) +
                                       ": no picture is written with this file name extension; " +
                                       allowed_names(endings));
}

int loss(const Format& format, const Format& like, int depth) {
    const bool alpha_lost = like.has_alpha() && !format.has_alpha();
    const bool color_lost = like.family != Family::GRAY && format.family == Family::GRAY;
    const int chroma =
        std::max(0, format.chroma_w - like.chroma_w) + std::max(0, format.chroma_h - like.chroma_h);
    const bool more = (format.has_alpha() && !like.has_alpha()) ||
                      (format.family != Family::GRAY && like.family == Family::GRAY);
    const int larger =
        std::max(0, like.chroma_w - format.chroma_w) + std::max(0, like.chroma_h - format.chroma_h);
    return 10000 * (alpha_lost + color_lost) + 1000 * chroma +
           100 * std::max(0, depth - format.depth) + std::max(0, format.depth - depth) + 50 * more +
           10 * larger;
}

int output_depth(const StillKind& kind, const Format& in, bool from_hdr, bool hdr) {
    if (kind.linear) return 32;
    if (hdr) return std::clamp(in.depth, 10, 16);
    return from_hdr ? 8 : std::min(in.depth, 16);
}

std::string_view output_format(const StillKind& kind, const Format& in, int depth,
                               const std::string& asked) {
    if (!asked.empty() && asked != "auto") {
        const Format* const format = asked == "same" ? &in : find_format(asked.c_str());
        for (const std::string_view name : kind.formats) {
            if (format != nullptr && format_of(name).id == format->id) return name;
        }
        throw Error(Failure::argument,
                    "a file of " + std::string(kind.name) + " cannot hold the format " +
                        quote(asked) + "; " +
                        allowed_names({kind.formats.begin(), kind.formats.end()}));
    }
    return *std::min_element(
        kind.formats.begin(), kind.formats.end(), [&](std::string_view a, std::string_view b) {
            return loss(format_of(a), in, depth) < loss(format_of(b), in, depth);
        });
}

template <typename Property>
bool has_format(const StillKind& kind, const Property& property) {
    return std::any_of(kind.formats.begin(), kind.formats.end(),
                       [&](std::string_view name) { return property(format_of(name)); });
}

bool holds_alpha(const StillKind& kind) {
    return has_format(kind, [](const Format& format) { return format.has_alpha(); });
}

// Throws Error (argument) for limited range, unless the kind of file has YUV. Files of all other
// kinds hold full range.
void check_range(const tonelift_options& options, const StillKind& to) {
    const bool yuv =
        has_format(to, [](const Format& format) { return format.family == Family::YUV; });
    if (options.range == h273::range_limited && !yuv)
        throw Error(Failure::argument, std::string("range=limited: the range of ") + to.name +
                                           " is always full; for limited range, write avif");
}

// Sets the alpha mode of the output. Throws Error (argument) for premultiplied colors, unless the
// kind of file holds them.
void set_alpha_mode(const StillKind& to, tonelift_options* options) {
    if (to.premultiplied) return;
    if (options->alpha_mode == TONELIFT_ALPHA_MODE_PREMULTIPLIED)
        throw Error(Failure::argument, std::string("alpha_mode=premultiplied: colors in ") +
                                           to.name +
                                           " are never multiplied by alpha; for premultiplied "
                                           "colors, write exr");
    options->alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
}

// Returns the requested options with the defaults of still pictures. The default range is full. If
// the input is HDR, the default transfer function is sRGB. An EXR output is always linear light.
tonelift_options still_options(const MapRequest& request, const StillKind& to,
                               const tonelift_video& in, std::string* format) {
    tonelift_options options = options_for(request.options);
    const bool from_hdr = is_hdr(describe_input(in, options, nullptr));
    if (to.linear && options.transfer >= 0 && options.transfer != h273::transfer_linear)
        throw Error(Failure::argument, std::string(to.name) +
                                           " holds linear light only; for another transfer "
                                           "function, write png, avif or jxl");
    if (to.linear) options.transfer = h273::transfer_linear;
    if (options.transfer < 0 && from_hdr) options.transfer = h273::transfer_srgb;
    const bool hdr =
        options.transfer == h273::transfer_pq || options.transfer == h273::transfer_hlg;
    if (hdr && !to.hdr)
        throw Error(Failure::argument,
                    std::string(to.name) +
                        " cannot state that a picture is PQ or HLG; write png, avif or jxl");
    check_range(options, to);
    set_alpha_mode(to, &options);
    if (options.range < 0) options.range = h273::range_full;
    const Format& like = *find_format(in.format);
    *format = output_format(to, like, output_depth(to, like, from_hdr, hdr), options.format);
    options.format = format->c_str();
    return options;
}

void say(const std::string& file, const std::string& note) {
    print_message(quote(file) + ": " + printable(note));
}

Still converted(tonelift_options options, Still& in) {
    options.script_text = "output input;";
    Mapper mapper(options, in.video);
    mapper.start();
    Still made(mapper.out());
    const tonelift_frame source = in.frame.planes();
    tonelift_frame frame = made.frame.planes();
    mapper.map({&source, 1}, {&frame, 1});
    mapper.finish();
    return made;
}

// Converts the input to linear light in float BT.2020 RGB, from which gain maps are made. Its
// colors are straight if the output has alpha.
Still light_of_picture(const MapRequest& request, bool alpha, Still& in) {
    std::vector<RequestedOption> asked;
    for (const RequestedOption& option : request.options)
        if (option.name.starts_with("in_")) asked.push_back(option);
    tonelift_options options = options_for(asked);
    options.format = alpha ? "gbrapf32le" : "gbrpf32le";
    options.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
    options.transfer = h273::transfer_linear;
    options.primaries = h273::primaries_bt2020;
    return converted(options, in);
}

Still rgb_of(Still& yuv) {
    tonelift_options options = options_for({});
    options.format = "rgb48le";
    options.range = h273::range_full;
    options.transfer = yuv.video.transfer;
    options.primaries = yuv.video.primaries;
    return converted(options, yuv);
}

std::vector<std::string> kinds_with_gain_maps() {
    std::vector<std::string> names;
    for (const StillKind& kind : still_kinds())
        if (kind.gain_map) names.emplace_back(kind.name);
    return names;
}

[[noreturn]] void refuse_gain_map(const StillKind& to) {
    const std::string needs = to.gain_map_needs;
    throw Error(Failure::argument,
                std::string("a gain map cannot be written into ") + to.name +
                    (needs.empty() ? "" : ", because this build was made without " + needs) + "; " +
                    allowed_names(kinds_with_gain_maps()));
}

void check_gain_map(const MapRequest& request, const StillKind& to, const tonelift_video& in,
                    const tonelift_video& out) {
    if (!request.gain_map_out.wanted) return;
    if (!to.gain_map) refuse_gain_map(to);
    if (!is_hdr(describe_input(in, options_for(request.options), nullptr)))
        throw Error(Failure::argument,
                    "--gain-map: the input is SDR, which has no light above white; allowed are "
                    "HDR pictures");
    if (is_hdr(out))
        throw Error(Failure::argument,
                    "--gain-map: the options ask for HDR; allowed is SDR output");
}

void add_gain_map(const MapRequest& request, Still& in, Still* out) {
    const Format& format = *find_format(out->video.format);
    const bool yuv = format.family == Family::YUV;
    GainMap map = make_gain_map(light_of_picture(request, format.has_alpha(), in),
                                yuv ? rgb_of(*out) : *out, request.gain_map_out);
    if (map.metadata.alternate_headroom > 0)
        out->gain_map = std::make_shared<GainMap>(std::move(map));
    else
        say(request.output, "the input has no light above white; no gain map is written");
}

// Adds a message if the output format drops alpha.
void note_dropped_alpha(const MapRequest& request, const StillKind& to, const std::string& format,
                        const Still& in) {
    if (format_of(format).has_alpha() || is_opaque(in)) return;
    const bool over_black =
        is_premultiplied(describe_input(in.video, options_for(request.options), nullptr));
    say(request.output, (holds_alpha(to) ? format : std::string(to.name)) +
                            " has no alpha; it is dropped" +
                            (over_black ? ", and the picture lies over black" : ""));
}

// Adds a message if the option superwhite=keep has no effect: integers of full range in RGB or gray
// cannot express colors beyond white.
void note_idle_superwhite(const MapRequest& request, const tonelift_video& in) {
    const tonelift_options options = options_for(request.options);
    const tonelift_video seen = describe_input(in, options, nullptr);
    const Format& format = *find_format(seen.format);
    if (options.superwhite == TONELIFT_SUPERWHITE_KEEP && format.family != Family::YUV &&
        format.sample != Sample::F32 && seen.range == h273::range_full)
        say(request.input,
            "superwhite=keep has no effect: the file is read as RGB or gray, without colors beyond "
            "white");
}

// Maximum number of bytes that a gain map adds to the XMP of its base picture.
constexpr size_t longest_gain_map_xmp = 1024;

void copy_notes(const MapRequest& request, const StillKind& to, const Still& in, Still* out) {
    std::vector<std::string> said;
    out->metadata = metadata_for(in.metadata, *out, &said);
    for (const std::string& note : said) say(request.input, note);
    StillNotes taken = to.notes;
    if (request.gain_map_out.wanted) taken.xmp -= longest_gain_map_xmp;
    const std::string left_out = leave_out(taken, &out->metadata);
    if (!left_out.empty())
        say(request.input,
            std::string(not_copied) + left_out + ", which " + to.name + " cannot hold");
}

}  // namespace

void check_still_options(const MapRequest& request, const StillKind& to) {
    options_for(request.options);
    MapRequest general = request;
    std::erase_if(general.options, [](const RequestedOption& option) {
        return option.name.starts_with("in_") ||
               (option.name == "format" && option.value == "same");
    });
    // This process must not use a GPU, because it possibly forks later.
    general.options.push_back({"device", "cpu"});
    tonelift_video in = still_video("gbrpf32le", 256, 256);
    in.transfer = h273::transfer_linear;
    in.primaries = h273::primaries_bt2020;
    std::string format;
    Mapper mapper(still_options(general, to, in, &format), in);
    check_gain_map(general, to, in, mapper.out());
    mapper.start();
}

void map_still(const MapRequest& request, const StillKind& from) {
    const StillKind& to = output_kind(request.output);
    Progress progress;
    progress.stage("reading " + quote(request.input));
    Still in = read_still(from, request.input);
    if (request.gain_map) in = with_gain_map(std::move(in));
    for (const std::string& note : in.notes) say(request.input, note);
    std::string format;
    Mapper mapper(still_options(request, to, in.video, &format), in.video);
    note_dropped_alpha(request, to, format, in);
    note_idle_superwhite(request, in.video);
    if (in.pixel_aspect != 1 && !to.aspect)
        say(request.output,
            std::string(to.name) +
                " cannot state that pixels are not square; the picture will be shown distorted");
    check_gain_map(request, to, in.video, mapper.out());
    progress.stage("mapping " + quote(request.input));
    mapper.start();
    Still out(mapper.out());
    out.pixel_aspect = in.pixel_aspect;
    out.density = in.density;
    if (!request.strip) copy_notes(request, to, in, &out);
    const tonelift_frame source = in.frame.planes();
    tonelift_frame made = out.frame.planes();
    mapper.map({&source, 1}, {&made, 1});
    mapper.finish();
    if (request.gain_map_out.wanted) {
        progress.stage("making the gain map of " + quote(request.output));
        add_gain_map(request, in, &out);
    }
    const StillOptions options{request.quality, request.gain_map_out.quality, request.effort};
    progress.stage("writing " + quote(request.output));
    write_whole(request.output, [&](const std::string& part) { to.write(part, out, options); });
    progress.frames(1);
    progress.end(out.video, request.json);
}

}  // namespace tonelift

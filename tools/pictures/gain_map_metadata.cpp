// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes the metadata of gain maps in files.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/color/primaries.h"
#include "tools/pictures/gain_map.h"
#include "tools/pictures/ifd.h"
#include "tools/pictures/xmp.h"

namespace tonelift {
namespace {

constexpr double far_stops = 32;

bool is_between(double value, double least, double most) { return value >= least && value <= most; }

std::string fault_of(const GainMapMetadata::Channel& channel) {
    if (!is_between(channel.gamma, 0.01, 100)) return "its gamma is not between 0.01 and 100";
    if (!is_between(channel.min, -far_stops, far_stops) ||
        !is_between(channel.max, -far_stops, far_stops) || channel.min > channel.max)
        return "its smallest gain is above its largest, or a gain is not between -32 and 32 stops";
    if (!is_between(channel.base_offset, -1, 1) || !is_between(channel.alternate_offset, -1, 1))
        return "its offsets are not between -1 and 1";
    return "";
}

class IsoReader {
  public:
    explicit IsoReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    uint32_t number(size_t size) {
        uint32_t value = 0;
        for (; size > 0; --size) value = value << 8 | next();
        return value;
    }
    double fraction(bool is_signed) {
        const uint32_t over = number(4);
        const uint32_t under = common_ != 0 ? common_ : number(4);
        if (under == 0) whole_ = false;
        return (is_signed ? static_cast<double>(static_cast<int32_t>(over)) : over) / under;
    }
    void set_common_denominator(uint32_t number) {
        common_ = number;
        if (number == 0) whole_ = false;
    }
    bool whole() const { return whole_; }

  private:
    uint8_t next() {
        if (at_ < bytes_.size()) return bytes_[at_++];
        whole_ = false;
        return 0;
    }

    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
    uint32_t common_ = 0;
    bool whole_ = true;
};

// Flags of gain map metadata. ISO 21496-1, annex C.2, defines multichannel_flag and
// base_colors_flag. Only drafts of this standard define common_flag and backward_flag.
constexpr uint8_t multichannel_flag = 0x80, base_colors_flag = 0x40, common_flag = 0x08,
                  backward_flag = 0x04;

void put(uint32_t number, size_t size, std::vector<uint8_t>* to) {
    IfdWriter(true).put(number, size, to);
}

void put_fraction(double value, std::vector<uint8_t>* to) {
    put(static_cast<uint32_t>(static_cast<int32_t>(std::lround(value * gain_map_denominator))), 4,
        to);
    put(gain_map_denominator, 4, to);
}

std::optional<std::array<double, 3>> numbers_in(std::string_view packet, std::string_view name,
                                                std::optional<double> usual) {
    const auto values = xmp_values(packet, {xmp_space::gain_map, name});
    if (!values && !usual) return {};
    if (!values) return std::array<double, 3>{*usual, *usual, *usual};
    std::array<double, 3> numbers{};
    if (values->size() != 1 && values->size() != 3) return {};
    for (size_t i = 0; i < 3; ++i) {
        const std::string& text = (*values)[values->size() == 3 ? i : 0];
        const auto end = std::from_chars(text.data(), text.data() + text.size(), numbers[i]);
        if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return {};
    }
    return numbers;
}

std::string text_of(double number) {
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, number);
    return {text, end.ptr};
}

}  // namespace

bool GainMapMetadata::multichannel() const {
    const auto same = [](const Channel& a, const Channel& b) {
        return a.min == b.min && a.max == b.max && a.gamma == b.gamma &&
               a.base_offset == b.base_offset && a.alternate_offset == b.alternate_offset;
    };
    return !same(channels[0], channels[1]) || !same(channels[0], channels[2]);
}

std::string GainMapMetadata::fault() const {
    if (!is_between(base_headroom, 0, far_stops) || !is_between(alternate_headroom, 0, far_stops) ||
        base_headroom == alternate_headroom)
        return "the headrooms of its two pictures are equal or out of range";
    if (!base_colors && !primaries_supported(alternate_primaries))
        return "its gains are for other primaries, which it does not name";
    for (const Channel& channel : channels)
        if (std::string fault = fault_of(channel); !fault.empty()) return fault;
    return "";
}

std::optional<GainMapMetadata> gain_map_of_iso(std::span<const uint8_t> bytes) {
    IsoReader reader(bytes);
    const uint32_t least_version = reader.number(2);
    reader.number(2);
    const uint32_t flags = reader.number(1);
    if (!reader.whole() || least_version != 0) return {};
    if ((flags & common_flag) != 0) reader.set_common_denominator(reader.number(4));
    GainMapMetadata metadata;
    metadata.base_colors = (flags & base_colors_flag) != 0;
    metadata.base_headroom = reader.fraction(false);
    metadata.alternate_headroom = reader.fraction(false);
    const size_t count = (flags & multichannel_flag) != 0 ? 3 : 1;
    for (size_t i = 0; i < 3; ++i) {
        GainMapMetadata::Channel& channel = metadata.channels[i];
        channel = metadata.channels[0];
        if (i >= count) continue;
        channel.min = reader.fraction(true);
        channel.max = reader.fraction(true);
        channel.gamma = reader.fraction(false);
        channel.base_offset = reader.fraction(true);
        channel.alternate_offset = reader.fraction(true);
    }
    if ((flags & backward_flag) != 0 && !metadata.base_is_hdr())
        std::swap(metadata.base_headroom, metadata.alternate_headroom);
    return reader.whole() ? std::optional(metadata) : std::nullopt;
}

std::vector<uint8_t> iso_of_base() { return {0, 0, 0, 0}; }

std::vector<uint8_t> iso_of_gain_map(const GainMapMetadata& metadata) {
    std::vector<uint8_t> bytes = iso_of_base();
    const bool three = metadata.multichannel();
    bytes.push_back(static_cast<uint8_t>((three ? multichannel_flag : 0) |
                                         (metadata.base_colors ? base_colors_flag : 0)));
    put_fraction(metadata.base_headroom, &bytes);
    put_fraction(metadata.alternate_headroom, &bytes);
    for (size_t i = 0; i < (three ? 3 : 1); ++i) {
        const GainMapMetadata::Channel& channel = metadata.channels[i];
        for (const double value : {channel.min, channel.max, channel.gamma, channel.base_offset,
                                   channel.alternate_offset})
            put_fraction(value, &bytes);
    }
    return bytes;
}

// Reads XMP metadata. Names and defaults come from Ultra HDR Image Format 1.0, "HDR gain map
// metadata".
std::optional<GainMapMetadata> gain_map_of_xmp(std::string_view packet) {
    const auto min = numbers_in(packet, "GainMapMin", 0.0),
               max = numbers_in(packet, "GainMapMax", {}), gamma = numbers_in(packet, "Gamma", 1.0),
               sdr = numbers_in(packet, "OffsetSDR", 1 / 64.0),
               hdr = numbers_in(packet, "OffsetHDR", 1 / 64.0),
               low = numbers_in(packet, "HDRCapacityMin", 0.0),
               high = numbers_in(packet, "HDRCapacityMax", {});
    if (!min || !max || !gamma || !sdr || !hdr || !low || !high) return {};
    const auto base = xmp_values(packet, {xmp_space::gain_map, "BaseRenditionIsHDR"});
    const bool backward = base && base->front() == "True";
    GainMapMetadata metadata;
    metadata.base_headroom = (backward ? *high : *low)[0];
    metadata.alternate_headroom = (backward ? *low : *high)[0];
    for (size_t i = 0; i < 3; ++i)
        metadata.channels[i] = {(*min)[i], (*max)[i], (*gamma)[i], (backward ? *hdr : *sdr)[i],
                                (backward ? *sdr : *hdr)[i]};
    return metadata;
}

std::string xmp_of_gain_map(const GainMapMetadata& metadata) {
    const bool three = metadata.multichannel();
    std::string attributes, elements;
    const auto say = [&](const char* name, double GainMapMetadata::Channel::*of) {
        const std::string named = std::string("hdrgm:") + name;
        if (!three) {
            attributes += " " + named + "=\"" + text_of(metadata.channels[0].*of) + "\"";
            return;
        }
        elements += "<" + named + "><rdf:Seq>";
        for (const GainMapMetadata::Channel& channel : metadata.channels)
            elements += "<rdf:li>" + text_of(channel.*of) + "</rdf:li>";
        elements += "</rdf:Seq></" + named + ">";
    };
    say("GainMapMin", &GainMapMetadata::Channel::min);
    say("GainMapMax", &GainMapMetadata::Channel::max);
    say("Gamma", &GainMapMetadata::Channel::gamma);
    say("OffsetSDR", &GainMapMetadata::Channel::base_offset);
    say("OffsetHDR", &GainMapMetadata::Channel::alternate_offset);
    return xmp_packet(
        "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"" + std::string(xmp_space::gain_map) +
        "\" hdrgm:Version=\"1.0\" hdrgm:HDRCapacityMin=\"" + text_of(metadata.base_headroom) +
        "\" hdrgm:HDRCapacityMax=\"" + text_of(metadata.alternate_headroom) +
        "\" hdrgm:BaseRenditionIsHDR=\"False\"" + attributes + ">" + elements +
        "</rdf:Description>");
}

// Reads Apple's headroom in stops. The formulas come from Apple, "Applying Apple HDR effect to your
// photos".
std::optional<GainMapMetadata> gain_map_of_apple(std::span<const uint8_t> bytes) {
    constexpr uint16_t note_tag = 37500, first_tag = 33, second_tag = 48;
    constexpr std::string_view mark("Apple iOS\0", 10);
    constexpr size_t table = 14;
    const IfdBytes exif(bytes);
    const auto note = exif.find(exif.integer(exif.first(), tiff_tag::exif).value_or(0), note_tag);
    if (!note || note->size <= table) return {};
    const std::span<const uint8_t> content = exif.bytes(*note);
    if (!std::equal(mark.begin(), mark.end(), content.begin())) return {};
    const IfdBytes tags(content, content[table - 2] == 'M');
    const auto first = tags.find(table, first_tag), second = tags.find(table, second_tag);
    const std::optional<double> a = first ? tags.fraction(*first, 0) : std::nullopt,
                                b = second ? tags.fraction(*second, 0) : std::nullopt;
    if (!a || !b) return {};
    const bool small = *b <= 0.01;
    const double stops = *a < 1 ? (small ? -20 * *b + 1.8 : -0.101 * *b + 1.601)
                                : (small ? -70 * *b + 3.0 : -0.303 * *b + 2.303);
    GainMapMetadata metadata;
    metadata.alternate_headroom = std::max(stops, 0.0);
    metadata.apple_headroom = std::exp2(metadata.alternate_headroom);
    for (GainMapMetadata::Channel& channel : metadata.channels)
        channel = {0, metadata.alternate_headroom, 1, 0, 0};
    return metadata;
}

}  // namespace tonelift

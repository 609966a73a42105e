// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/exif.h"

#include <algorithm>
#include <string_view>

#include "tools/pictures/ifd.h"

namespace tonelift {
namespace {

// Tag numbers (Exif 2.32, 4.6, and TIFF).
namespace tag {
constexpr uint16_t exif_table = tiff_tag::exif, gps_table = tiff_tag::gps,
                   interoperability_table = tiff_tag::interoperability, stored_width = 256,
                   stored_height = 257, color_space = 40961, width = 40962, height = 40963,
                   maker_note = 37500, interoperability_index = 1, thumbnail_place = 513,
                   thumbnail_size = 514, xmp = 700, iptc = 33723;
}
constexpr uint16_t uncalibrated = 65535;

// Tags in a TIFF's first table that describe the photograph, such as camera, author and date.
constexpr uint16_t photograph_tags[] = {270,   271,   272,   305,   306,   315,   316,
                                        33432, 40091, 40092, 40093, 40094, 40095, 18246};

bool is_of_photograph(uint16_t tag) {
    return std::find(std::begin(photograph_tags), std::end(photograph_tags), tag) !=
           std::end(photograph_tags);
}

size_t table_at(const IfdBytes& from, size_t table, uint16_t tag) {
    return from.integer(table, tag).value_or(0);
}

class ExifEditor {
  public:
    explicit ExifEditor(std::span<const uint8_t> exif) : bytes_(exif.begin(), exif.end()) {}

    std::vector<uint8_t> edited(const ExifPicture& picture) {
        const size_t first = read().first();
        const size_t details = table_at(read(), first, tag::exif_table);
        set(first, tiff_tag::orientation, 1);
        const auto width = static_cast<uint32_t>(picture.width),
                   height = static_cast<uint32_t>(picture.height);
        set(first, tag::stored_width, width);
        set(first, tag::stored_height, height);
        set(details, tag::width, width);
        set(details, tag::height, height);
        set(details, tag::color_space, picture.srgb ? 1U : uncalibrated);
        name_rule(table_at(read(), details, tag::interoperability_table));
        drop_thumbnail(first);
        return std::move(bytes_);
    }

  private:
    IfdBytes read() const { return IfdBytes(bytes_); }

    void put(size_t place, uint32_t number, size_t size) {
        std::vector<uint8_t> value;
        IfdWriter(read().big_endian()).put(number, size, &value);
        if (place <= bytes_.size() && size <= bytes_.size() - place)
            std::copy(value.begin(), value.end(), bytes_.begin() + static_cast<ptrdiff_t>(place));
    }

    void set(size_t table, uint16_t tag, uint32_t number) {
        const std::optional<IfdField> field = read().find(table, tag);
        if (field && read().integer(*field)) put(field->place, number, field->size / field->count);
    }

    // Sets the interoperability rule to R98 of DCF 2.0, which means sRGB or the colors of an ICC
    // profile.
    void name_rule(size_t table) {
        const std::optional<IfdField> rule = read().find(table, tag::interoperability_index);
        if (!rule || rule->size < 3) return;
        constexpr std::string_view usual = "R98";
        std::copy(usual.begin(), usual.end(), bytes_.begin() + static_cast<ptrdiff_t>(rule->place));
    }

    // Removes the second table, which describes the thumbnail, and the thumbnail itself.
    void drop_thumbnail(size_t first) {
        const size_t second = read().next(first);
        if (second == 0) return;
        const size_t place = table_at(read(), second, tag::thumbnail_place),
                     size = table_at(read(), second, tag::thumbnail_size);
        put(read().place_of_next(first), 0, 4);
        if (place < 8 || place >= bytes_.size()) return;
        const size_t end = place + std::min(size, bytes_.size() - place);
        std::fill(bytes_.begin() + static_cast<ptrdiff_t>(place),
                  bytes_.begin() + static_cast<ptrdiff_t>(end), uint8_t{0});
        constexpr size_t padding = 16;
        if (bytes_.size() - end <= padding) bytes_.resize(place);
    }

    std::vector<uint8_t> bytes_;
};

// Copies tables of an Exif. In a damaged Exif, many fields can share the same bytes, so the total
// size of all copies is limited to the size of the Exif.
class TableCopy {
  public:
    TableCopy(const IfdBytes& from, size_t place)
        : from_(from), place_(place), left_(from.size()) {}

    uint32_t copy(size_t table) {
        IfdWriter writer(from_.big_endian());
        for (const IfdField& field : from_.fields(table)) {
            if (field.tag != tag::maker_note && field.tag != tag::interoperability_table)
                add(field, &writer);
        }
        const size_t rules = table_at(from_, table, tag::interoperability_table);
        if (rules != 0 && rules != table && depth_++ == 0)
            if (const uint32_t place = copy(rules)) writer.add(tag::interoperability_table, place);
        return append(writer);
    }

    uint32_t append(const IfdWriter& writer) {
        if (writer.empty()) return 0;
        if (made_.size() % 2 != 0) made_.push_back(0);
        const size_t place = place_ + made_.size();
        const std::vector<uint8_t> table = writer.table(place);
        made_.insert(made_.end(), table.begin(), table.end());
        return static_cast<uint32_t>(place);
    }

    void add_photograph(size_t first, IfdWriter* to) {
        for (const IfdField& field : from_.fields(first))
            if (is_of_photograph(field.tag)) add(field, to);
        for (const uint16_t tag : {tag::exif_table, tag::gps_table}) {
            const size_t table = table_at(from_, first, tag);
            if (table == 0) continue;
            if (const uint32_t place = copy(table)) to->add(tag, place);
        }
    }

    const std::vector<uint8_t>& made() const { return made_; }

  private:
    void add(const IfdField& field, IfdWriter* to) {
        if (field.size > left_) return;
        left_ -= field.size;
        to->add(from_, field);
    }

    const IfdBytes& from_;
    size_t place_, left_;
    int depth_ = 0;
    std::vector<uint8_t> made_;
};

constexpr size_t header_size = 8;

}  // namespace

std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes) {
    constexpr std::string_view name("Exif\0\0", 6);
    const bool named = bytes.size() >= name.size() &&
                       std::equal(name.begin(), name.end(), bytes.begin(),
                                  [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
    return named ? bytes.subspan(name.size()) : bytes;
}

Exif read_exif(std::span<const uint8_t> bytes) {
    const IfdBytes exif(bytes);
    Exif said;
    said.valid = exif.valid();
    const size_t first = exif.first();
    said.orientation = static_cast<int>(
        std::min<uint32_t>(exif.integer(first, tiff_tag::orientation).value_or(1), UINT16_MAX));
    const size_t details = table_at(exif, first, tag::exif_table);
    const size_t rules = table_at(exif, details, tag::interoperability_table);
    const std::optional<IfdField> rule = exif.find(rules, tag::interoperability_index);
    constexpr std::string_view adobe = "R03";
    said.adobe_rgb = rule && rule->size >= adobe.size() &&
                     std::equal(adobe.begin(), adobe.end(), exif.bytes(*rule).begin());
    return said;
}

std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture) {
    if (!IfdBytes(exif).valid()) return {};
    std::vector<uint8_t> edited = ExifEditor(exif).edited(picture);
    // In a damaged Exif, tables can overlap, so that editing one field damages another field. A
    // damaged result is dropped.
    const Exif made = read_exif(edited);
    if (!made.valid || made.adobe_rgb) edited.clear();
    return edited;
}

std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file) {
    const IfdBytes from(file);
    if (!from.valid()) return {};
    TableCopy copy(from, header_size);
    IfdWriter first(from.big_endian());
    copy.add_photograph(from.first(), &first);
    const uint32_t place = copy.append(first);
    if (place == 0) return {};
    std::vector<uint8_t> exif(file.begin(), file.begin() + 4);
    first.put(place, 4, &exif);
    exif.insert(exif.end(), copy.made().begin(), copy.made().end());
    if (!read_exif(exif).valid) exif.clear();
    return exif;
}

void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file) {
    const IfdBytes into(*file), from(exif);
    if (!into.valid()) return;
    file->resize(file->size() + file->size() % 2);
    IfdWriter table(into.big_endian());
    const IfdBytes grown(*file);
    for (const IfdField& field : grown.fields(grown.first())) table.add(grown, field);
    TableCopy copy(from, file->size());
    if (from.valid() && from.big_endian() == into.big_endian())
        copy.add_photograph(from.first(), &table);
    constexpr uint16_t bytes = 1, undefined = 7;
    if (!xmp.empty()) table.add(tag::xmp, bytes, static_cast<uint32_t>(xmp.size()), xmp);
    if (!iptc.empty()) table.add(tag::iptc, undefined, static_cast<uint32_t>(iptc.size()), iptc);
    const uint32_t place = copy.append(table);
    std::vector<uint8_t> link;
    table.put(place, 4, &link);
    std::copy(link.begin(), link.end(), file->begin() + 4);
    file->insert(file->end(), copy.made().begin(), copy.made().end());
}

}  // namespace tonelift

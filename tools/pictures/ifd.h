// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes image file directories, which are tables of tags (TIFF 6.0, section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tonelift {

namespace tiff_tag {
constexpr uint16_t orientation = 274, exif = 34665, gps = 34853, interoperability = 40965;
}

struct IfdField {
    uint16_t tag, type;
    uint32_t count;
    size_t place;  // offset of the values in bytes
    size_t size;   // size of all values in bytes
    size_t entry;
};

// Reads the tables of tags in a file in memory. An integer beyond the end of the file reads as 0,
// and a field whose content lies beyond the end is skipped.
class IfdBytes {
  public:
    explicit IfdBytes(std::span<const uint8_t> bytes);
    // Reads bytes that do not begin with a byte order, such as maker notes.
    IfdBytes(std::span<const uint8_t> bytes, bool big_endian)
        : bytes_(bytes), big_endian_(big_endian), valid_(true) {}

    bool valid() const { return valid_; }
    size_t size() const { return bytes_.size(); }
    bool big_endian() const { return big_endian_; }
    uint16_t u16(size_t place) const;
    uint32_t u32(size_t place) const;

    // Returns the offset of the first table, or 0 if there is no table.
    size_t first() const { return valid_ ? u32(4) : 0; }
    std::vector<IfdField> fields(size_t table) const;
    // Returns the offset of the next table, or 0 after the last table.
    size_t next(size_t table) const { return u32(place_of_next(table)); }
    size_t place_of_next(size_t table) const { return table + 2 + size_t{12} * u16(table); }

    std::optional<IfdField> find(size_t table, uint16_t tag) const;
    std::optional<uint32_t> integer(size_t table, uint16_t tag) const;
    std::optional<uint32_t> integer(const IfdField& field) const;
    std::optional<double> fraction(const IfdField& field, size_t index) const;
    std::span<const uint8_t> bytes(const IfdField& field) const {
        return bytes_.subspan(field.place, field.size);
    }

  private:
    std::span<const uint8_t> bytes_;
    bool big_endian_ = false;
    bool valid_ = false;
};

class IfdWriter {
  public:
    explicit IfdWriter(bool big_endian) : big_endian_(big_endian) {}

    // Adds a field. `values` must be in the byte order of the writer. If several fields have the
    // same tag, the last one is used.
    void add(uint16_t tag, uint16_t type, uint32_t count, std::span<const uint8_t> values);
    void add(uint16_t tag, uint32_t number);
    void add(const IfdBytes& from, const IfdField& field);
    bool empty() const { return fields_.empty(); }

    // Returns the bytes of the table. They contain offsets in the file, so they are valid only at
    // the offset `place`.
    std::vector<uint8_t> table(size_t place) const;
    void put(uint32_t number, size_t size, std::vector<uint8_t>* to) const;

  private:
    struct Field {
        uint16_t tag, type;
        uint32_t count;
        std::vector<uint8_t> values;
    };
    bool big_endian_;
    std::vector<Field> fields_;
};

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
#include "tools/pictures/ifd.h"

#include <algorithm>

namespace tonelift {
namespace {

size_t size_of(uint16_t type) {
    constexpr size_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
    return type < std::size(sizes) ? sizes[type] : 0;
}

constexpr uint16_t byte_type = 1, short_type = 3, long_type = 4, fraction_type = 5,
                   signed_fraction_type = 10, table_type = 13;
constexpr size_t entry_size = 12;

}  // namespace

IfdBytes::IfdBytes(std::span<const uint8_t> bytes) : bytes_(bytes) {
    if (bytes.size() < 8 || bytes[0] != bytes[1] || (bytes[0] != 'I' && bytes[0] != 'M')) return;
    big_endian_ = bytes[0] == 'M';
    valid_ = u16(2) == 42;
}

uint16_t IfdBytes::u16(size_t place) const {
    if (place >= bytes_.size() || bytes_.size() - place < 2) return 0;
    const uint8_t a = bytes_[place], b = bytes_[place + 1];
    return static_cast<uint16_t>(big_endian_ ? a << 8 | b : b << 8 | a);
}

uint32_t IfdBytes::u32(size_t place) const {
    if (place >= bytes_.size() || bytes_.size() - place < 4) return 0;
    const uint32_t a = u16(place), b = u16(place + 2);
    return big_endian_ ? a << 16 | b : b << 16 | a;
}

std::vector<IfdField> IfdBytes::fields(size_t table) const {
    std::vector<IfdField> fields;
    for (size_t i = 0; table > 0 && i < u16(table); ++i) {
        const size_t entry = table + 2 + i * entry_size;
        if (entry + entry_size > bytes_.size()) break;
        IfdField field{u16(entry), u16(entry + 2), u32(entry + 4), entry + 8, 0, entry};
        field.size = size_of(field.type) * field.count;
        if (field.size > 4) field.place = u32(entry + 8);
        if (field.size > 0 && field.place <= bytes_.size() &&
            field.size <= bytes_.size() - field.place)
            fields.push_back(field);
    }
    return fields;
}

std::optional<IfdField> IfdBytes::find(size_t table, uint16_t tag) const {
    for (const IfdField& field : fields(table)) {
        if (field.tag == tag) return field;
    }
    return {};
}

std::optional<uint32_t> IfdBytes::integer(const IfdField& field) const {
    if (field.type == short_type) return u16(field.place);
    if (field.type == long_type || field.type == table_type) return u32(field.place);
    if (field.type == byte_type) return bytes_[field.place];
    return {};
}

std::optional<uint32_t> IfdBytes::integer(size_t table, uint16_t tag) const {
    const std::optional<IfdField> field = find(table, tag);
    return field ? integer(*field) : std::nullopt;
}

std::optional<double> IfdBytes::fraction(const IfdField& field, size_t index) const {
    const uint32_t over = u32(field.place + 8 * index), under = u32(field.place + 8 * index + 4);
    if (index >= field.count || under == 0) return {};
    if (field.type == fraction_type) return 1.0 * over / under;
    if (field.type == signed_fraction_type)
        return 1.0 * static_cast<int32_t>(over) / static_cast<int32_t>(under);
    return {};
}

void IfdWriter::put(uint32_t number, size_t size, std::vector<uint8_t>* to) const {
    for (size_t i = 0; i < size; ++i)
        to->push_back(static_cast<uint8_t>(number >> (8 * (big_endian_ ? size - 1 - i : i))));
}

void IfdWriter::add(uint16_t tag, uint16_t type, uint32_t count, std::span<const uint8_t> values) {
    fields_.push_back({tag, type, count, {values.begin(), values.end()}});
}

void IfdWriter::add(uint16_t tag, uint32_t number) {
    std::vector<uint8_t> value;
    put(number, 4, &value);
    add(tag, long_type, 1, value);
}

void IfdWriter::add(const IfdBytes& from, const IfdField& field) {
    add(field.tag, field.type, field.count, from.bytes(field));
}

std::vector<uint8_t> IfdWriter::table(size_t place) const {
    std::vector<Field> fields(fields_.rbegin(), fields_.rend());
    std::stable_sort(fields.begin(), fields.end(),
                     [](const Field& a, const Field& b) { return a.tag < b.tag; });
    const auto same = [](const Field& a, const Field& b) { return a.tag == b.tag; };
    fields.erase(std::unique(fields.begin(), fields.end(), same), fields.end());
    std::vector<uint8_t> made, behind;
    const size_t values = place + 2 + entry_size * fields.size() + 4;
    put(static_cast<uint32_t>(fields.size()), 2, &made);
    for (const Field& field : fields) {
        put(field.tag, 2, &made);
        put(field.type, 2, &made);
        put(field.count, 4, &made);
        if (field.values.size() <= 4) {
            made.insert(made.end(), field.values.begin(), field.values.end());
            made.insert(made.end(), 4 - field.values.size(), 0);
            continue;
        }
        put(static_cast<uint32_t>(values + behind.size()), 4, &made);
        behind.insert(behind.end(), field.values.begin(), field.values.end());
        if (behind.size() % 2 != 0) behind.push_back(0);
    }
    put(0, 4, &made);
    made.insert(made.end(), behind.begin(), behind.end());
    return made;
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
//
// Reads Radiance pictures (.hdr). Each pixel has three colors with a common exponent.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_MAX_DIMENSIONS 16384
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <locale>
#include <memory>
#include <sstream>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "core/common/text.h"
#include "kernels/error.h"
#include "tools/file_bytes.h"
#include "tools/pictures/kinds.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift {
namespace {

// Passes the bytes of a file to stb. After the end of the file, stb gets newlines, because it would
// loop forever on zeros.
struct Source {
    std::vector<uint8_t> bytes;
    size_t at = 0;
    bool cut_off = false;

    static int read(void* self, char* to, int size) {
        auto* const source = static_cast<Source*>(self);
        const size_t count = std::min(static_cast<size_t>(size), source->bytes.size() - source->at);
        std::memcpy(to, source->bytes.data() + source->at, count);
        source->at += count;
        // At the end of a complete file, stb can request a whole buffer and get fewer bytes. If stb
        // requests less than a buffer, it needs all these bytes. If it then gets fewer bytes, the
        // file is truncated.
        constexpr int buffer = sizeof(stbi__context::buffer_start);
        if (count == 0 || (size < buffer && count < static_cast<size_t>(size)))
            source->cut_off = true;
        if (count > 0) return static_cast<int>(count);
        std::memset(to, '\n', static_cast<size_t>(size));
        return size;
    }
    static void skip(void* self, int count) {
        auto* const source = static_cast<Source*>(self);
        source->at = std::min(source->bytes.size(), source->at + static_cast<size_t>(count));
    }
    static int ended(void* self) {
        const auto* const source = static_cast<const Source*>(self);
        return source->at == source->bytes.size() ? 1 : 0;
    }
};

// The header of a Radiance file. It ends with an empty line. The next line has the numbers of rows
// and columns.
struct Header {
    Statements stated;
    Vector3 factors{1, 1, 1};
    std::string format;  // value of the line FORMAT, or "" if unknown
    bool xyz() const { return format == "32-bit_rle_xyze"; }
    size_t size = 0;
    std::vector<std::string> notes;
    int64_t lines = 0, length = 0;
};

std::string line_at(const std::vector<uint8_t>& bytes, size_t* at) {
    const auto begin = bytes.begin() + static_cast<ptrdiff_t>(*at);
    const auto end = std::find(begin, bytes.end(), '\n');
    *at = static_cast<size_t>(end - bytes.begin()) + (end == bytes.end() ? 0 : 1);
    return {begin, end};
}

std::string trimmed(const std::string& text) {
    const size_t begin = text.find_first_not_of(" \t\r");
    return begin == std::string::npos
               ? ""
               : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::vector<double> numbers_in(const std::string& value, size_t count) {
    std::istringstream text(value);
    text.imbue(std::locale::classic());
    std::vector<double> numbers;
    for (double number; text >> number;) numbers.push_back(number);
    if (numbers.size() != count || !text.eof()) numbers.clear();
    return numbers;
}

std::vector<double> numbers_of(const std::string& line, const std::string& value, size_t count,
                               bool positive, Header* header) {
    std::vector<double> numbers = numbers_in(value, count);
    const bool fit = !positive || std::all_of(numbers.begin(), numbers.end(),
                                              [](double number) { return number > 0; });
    if (numbers.empty() || !fit) {
        header->notes.push_back("the line " + quote(line) +
                                " of its header was ignored: it needs exactly " +
                                std::to_string(count) + (count == 1 ? " number" : " numbers") +
                                (positive ? " above 0" : ""));
        numbers.clear();
    }
    return numbers;
}

// Reads a line of the header. Light is the pixel value divided by the product of all EXPOSURE and
// COLORCORR values.
void read_line(const std::string& line, Header* header) {
    const size_t sign = line.find('=');
    if (sign == std::string::npos) return;
    const std::string name = line.substr(0, sign), value = line.substr(sign + 1);
    const auto numbers = [&](size_t count, bool positive) {
        return numbers_of(line, value, count, positive, header);
    };
    if (name == "FORMAT") header->format = trimmed(value);
    if (name == "EXPOSURE")
        for (const double by : numbers(1, true))
            for (double& factor : header->factors) factor /= by;
    if (name == "COLORCORR")
        for (size_t i = 0; const double by : numbers(3, true)) header->factors[i++] /= by;
    if (name == "PIXASPECT")
        for (const double aspect : numbers(1, true)) header->stated.pixel_aspect = 1 / aspect;
    if (name != "PRIMARIES") return;
    const std::vector<double> xy = numbers(8, false);
    if (!xy.empty())
        header->stated.chromaticities = {
            {xy[0], xy[1]}, {xy[2], xy[3]}, {xy[4], xy[5]}, {xy[6], xy[7]}};
}

int orientation_of(bool columns, bool up, bool left) {
    constexpr int rows[2][2] = {{1, 2}, {4, 3}}, turned_rows[2][2] = {{5, 6}, {8, 7}};
    return (columns ? turned_rows : rows)[up][left];
}

// Reads the line after the header, such as "-Y 36 +X 64": two axes, each with a direction and a
// number of pixels.
void read_order(const std::string& line, Header* header) {
    char order[5] = "";
    long long first = 0, second = 0;
    int end = -1;
    const int found = std::sscanf(line.c_str(), "%1[+-]%1[XY] %lld %1[+-]%1[XY] %lld %n", order,
                                  order + 1, &first, order + 2, order + 3, &second, &end);
    const bool columns = order[1] == 'X';
    if (found != 6 || end != static_cast<int>(line.size()) || order[1] == order[3]) return;
    const char y = columns ? order[2] : order[0], x = columns ? order[0] : order[2];
    header->stated.orientation = orientation_of(columns, y == '+', x == '-');
    header->lines = first;
    header->length = second;
}

Header read_header(const std::vector<uint8_t>& bytes) {
    Header header;
    header.stated.primaries = h273::primaries_bt709;
    header.stated.transfer = h273::transfer_linear;
    for (std::string line = "#"; !line.empty() && header.size < bytes.size();) {
        line = line_at(bytes, &header.size);
        read_line(line, &header);
    }
    read_order(line_at(bytes, &header.size), &header);
    return header;
}

// Replaces the header with one that stb understands: RGB, with rows from top to bottom.
std::vector<uint8_t> with_plain_header(const std::vector<uint8_t>& bytes, const Header& header) {
    const std::string plain = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " +
                              std::to_string(header.lines) + " +X " +
                              std::to_string(header.length) + "\n";
    std::vector<uint8_t> result(plain.begin(), plain.end());
    result.insert(result.end(), bytes.begin() + static_cast<ptrdiff_t>(header.size), bytes.end());
    return result;
}

// Applies the exposure. RGB keeps the primaries of the file; CIE XYZ is converted to BT.2020 RGB.
void set_light(const Header& header, Still* still) {
    const Vector3& by = header.factors;
    const Matrix3 exposed{{{by[0], 0, 0}, {0, by[1], 0}, {0, 0, by[2]}}};
    multiply_colors(
        header.xyz() ? multiply(inverse(rgb_to_xyz(h273::primaries_bt2020)), exposed) : exposed,
        still);
}

void check(const std::string& name, const Header& header) {
    if (!header.format.empty() && !header.xyz() && header.format != "32-bit_rle_rgbe")
        throw Error(Failure::unsupported,
                    "Radiance pictures of the FORMAT " + quote(header.format) +
                        " are not read; allowed are 32-bit_rle_rgbe and 32-bit_rle_xyze");
    if (header.lines <= 0 || header.length <= 0)
        fail_to_read(name, "Radiance",
                     "its header does not end in a line of two sizes, as -Y 36 +X 64");
}

Still read_radiance(const std::string& name) {
    const std::vector<uint8_t> bytes = read_bytes(name);
    Header header = read_header(bytes);
    check(name, header);
    check_picture(still_video("gbrpf32le", header.length, header.lines), "input");
    Source source{with_plain_header(bytes, header)};
    constexpr stbi_io_callbacks calls{Source::read, Source::skip, Source::ended};
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<float, decltype(&stbi_image_free)> pixels(
        stbi_loadf_from_callbacks(&calls, &source, &width, &height, &channels, 3), stbi_image_free);
    if (source.cut_off) fail_to_read(name, "Radiance", "it is truncated");
    if (pixels == nullptr) fail_to_read(name, "Radiance", stbi_failure_reason());
    Still still(still_video("gbrpf32le", width, height));
    still.notes = header.notes;
    for (int y = 0; y < height; ++y)
        split_row(pixels.get() + size_t{3} * static_cast<size_t>(width) * static_cast<size_t>(y), y,
                  &still);
    set_light(header, &still);
    if (header.xyz()) {
        header.stated.chromaticities.reset();
        header.stated.primaries = h273::primaries_bt2020;
    }
    return honored(std::move(still), header.stated);
}

}  // namespace

StillKind radiance_kind() {
    return {.name = "Radiance",
            .recognizes =
                [](std::string_view begin) {
                    return begin.starts_with("#?RADIANCE") || begin.starts_with("#?RGBE");
                },
            .read = read_radiance,
            .linear = true};
}

}  // namespace tonelift

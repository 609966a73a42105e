// SPDX-License-Identifier: BSD-2-Clause
#include "tools/y4m.h"

#include <tonelift/tonelift.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

#include "core/color/describe.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr std::string_view magic = "YUV4MPEG2";
constexpr std::string_view frame_magic = "FRAME";
constexpr std::string_view range_tag = "XCOLORRANGE=";
constexpr size_t longest_line = 4096;
constexpr size_t largest_step = 1 << 24;  // maximum number of bytes per read

// Values of the header's tag C, which states the pixel format. Values with the same format differ
// in the position of chroma.
struct Y4mLayout {
    std::string_view word;
    const char* format;
    tonelift_chroma_location chroma;
};
constexpr Y4mLayout layouts[] = {
    {"420jpeg", "yuv420p", TONELIFT_CHROMA_CENTER},
    {"420mpeg2", "yuv420p", TONELIFT_CHROMA_LEFT},
    {"420paldv", "yuv420p", TONELIFT_CHROMA_TOPLEFT},
    {"420", "yuv420p", TONELIFT_CHROMA_CENTER},
    {"422", "yuv422p", TONELIFT_CHROMA_UNSPECIFIED},
    {"444", "yuv444p", TONELIFT_CHROMA_UNSPECIFIED},
    {"420p10", "yuv420p10le", TONELIFT_CHROMA_UNSPECIFIED},
    {"422p10", "yuv422p10le", TONELIFT_CHROMA_UNSPECIFIED},
    {"444p10", "yuv444p10le", TONELIFT_CHROMA_UNSPECIFIED},
    {"420p12", "yuv420p12le", TONELIFT_CHROMA_UNSPECIFIED},
    {"422p12", "yuv422p12le", TONELIFT_CHROMA_UNSPECIFIED},
    {"444p12", "yuv444p12le", TONELIFT_CHROMA_UNSPECIFIED},
    {"420p16", "yuv420p16le", TONELIFT_CHROMA_UNSPECIFIED},
    {"422p16", "yuv422p16le", TONELIFT_CHROMA_UNSPECIFIED},
    {"444p16", "yuv444p16le", TONELIFT_CHROMA_UNSPECIFIED},
    {"444alpha", "yuva444p", TONELIFT_CHROMA_UNSPECIFIED},
    {"mono", "gray", TONELIFT_CHROMA_UNSPECIFIED},
    {"mono10", "gray10le", TONELIFT_CHROMA_UNSPECIFIED},
    {"mono12", "gray12le", TONELIFT_CHROMA_UNSPECIFIED},
    {"mono16", "gray16le", TONELIFT_CHROMA_UNSPECIFIED},
};
constexpr std::string_view default_layout = "420jpeg";

[[noreturn]] void fail(const std::string& what) { throw Error(Failure::io, what); }

[[noreturn]] void fail_with_reason(const char* what) {
    fail(std::string(what) + ": " + std::strerror(errno));
}

enum class LineRead { whole, none, cut, too_long };

LineRead read_line(std::FILE* file, std::string* line) {
    line->clear();
    for (int c; (c = std::fgetc(file)) != '\n';) {
        if (c == EOF && std::ferror(file) != 0) fail_with_reason("the input cannot be read");
        if (c == EOF) return line->empty() ? LineRead::none : LineRead::cut;
        if (line->size() == longest_line) return LineRead::too_long;
        *line += static_cast<char>(c);
    }
    return LineRead::whole;
}

void check_whole(LineRead line, const std::string& what) {
    if (line == LineRead::cut) fail("the input ends within " + what);
    if (line == LineRead::too_long)
        fail(what + " has a line of more than " + std::to_string(longest_line) + " bytes");
}

int number(std::string_view text, char tag) {
    int value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || value < 0)
        fail(std::string("the header of the input has ") + tag + printable(text) +
             ", which is not a number");
    return value;
}

void read_rate(std::string_view text, Y4mStream* stream) {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) fail("the header of the input has a rate without ':'");
    stream->rate_numerator = number(text.substr(0, colon), 'F');
    stream->rate_denominator = number(text.substr(colon + 1), 'F');
    if (stream->rate_denominator == 0) stream->rate_numerator = 0;
}

void read_layout(std::string_view word, tonelift_video* video) {
    std::vector<std::string> known;
    for (const Y4mLayout& layout : layouts) {
        if (layout.word == word) {
            video->format = tonelift_format_from_name(layout.format);
            video->chroma_location = layout.chroma;
            return;
        }
        known.emplace_back(layout.word);
    }
    throw Error(Failure::unsupported,
                "the input has the layout " + quote(word) + "; " + allowed_names(known));
}

void read_tag(std::string_view tag, Y4mStream* stream) {
    const std::string_view value = tag.substr(1);
    if (tag[0] == 'W')
        stream->video.width = number(value, 'W');
    else if (tag[0] == 'H')
        stream->video.height = number(value, 'H');
    else if (tag[0] == 'F')
        read_rate(value, stream);
    else if (tag[0] == 'C')
        read_layout(value, &stream->video);
    else if (tag == std::string(range_tag) + "FULL")
        stream->video.range = TONELIFT_RANGE_FULL;
    else if (tag == std::string(range_tag) + "LIMITED")
        stream->video.range = TONELIFT_RANGE_LIMITED;
    else if (tag[0] == 'I' || tag[0] == 'A')
        stream->other += ' ' + std::string(tag);
    if (tag[0] == 'I' && !value.empty() && std::string_view("tbm").find(value[0]) != value.npos)
        stream->interlaced = true;
}

const Y4mLayout& layout_of(const tonelift_video& video) {
    const char* const name = tonelift_format_name(video.format);
    const Y4mLayout* found = nullptr;
    for (const Y4mLayout& layout : layouts) {
        if (name == nullptr || std::strcmp(name, layout.format) != 0) continue;
        if (layout.chroma == video.chroma_location) return layout;
        if (found == nullptr) found = &layout;
    }
    if (found == nullptr)
        throw Error(Failure::unsupported, "YUV4MPEG2 has no name for the format " +
                                              quote(name != nullptr ? name : "none") +
                                              "; allowed are planar YUV and gray of 8 to 16 bits");
    return *found;
}

void write(std::FILE* file, const char* bytes, size_t count) {
    if (std::fwrite(bytes, 1, count, file) != count)
        fail_with_reason("the output cannot be written");
}

}  // namespace

Y4mStream read_y4m_header(std::FILE* file, std::string (*reason_for)(std::string_view begin)) {
    std::string line;
    const LineRead read = read_line(file, &line);
    if (read == LineRead::none) fail("the input is empty");
    if (!line.starts_with(magic)) fail(reason_for(line));
    check_whole(read, "the header");
    Y4mStream stream;
    tonelift_video_default(&stream.video);
    read_layout(default_layout, &stream.video);
    std::string_view rest = std::string_view(line).substr(magic.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view tag = rest.substr(0, rest.find(' '));
        if (!tag.empty()) read_tag(tag, &stream);
        rest.remove_prefix(tag.size());
    }
    try {
        check_picture(stream.video, "input");
    } catch (const Error& error) {
        fail(error.what());  // a fault of the stream, not of the command line
    }
    return stream;
}

bool read_y4m_frame(std::FILE* file, FrameMemory* frame) {
    std::string line;
    const LineRead read = read_line(file, &line);
    if (read == LineRead::none) return false;
    check_whole(read, "a frame");
    if (!line.starts_with(frame_magic)) fail("a frame of the input does not begin with FRAME");
    std::vector<char>& bytes = frame->bytes();
    for (size_t filled = 0; filled < frame->size();) {
        const size_t wanted = std::min(frame->size() - filled, largest_step);
        if (bytes.size() < filled + wanted) bytes.resize(filled + wanted);
        const size_t count = std::fread(bytes.data() + filled, 1, wanted, file);
        filled += count;
        if (std::ferror(file) != 0) fail_with_reason("the input cannot be read");
        if (count != wanted)
            fail("the input ends within a frame: " + std::to_string(filled) + " of " +
                 std::to_string(frame->size()) + " bytes");
    }
    return true;
}

std::string y4m_header(const Y4mStream& stream) {
    const tonelift_video& video = stream.video;
    std::string line(magic);
    line += " W" + std::to_string(video.width) + " H" + std::to_string(video.height) + " F" +
            std::to_string(stream.rate_numerator) + ':' + std::to_string(stream.rate_denominator) +
            stream.other + " C" + std::string(layout_of(video).word) + ' ' +
            std::string(range_tag) + (video.range == TONELIFT_RANGE_FULL ? "FULL\n" : "LIMITED\n");
    return line;
}

void write_y4m(std::FILE* file, const std::string& header) {
    write(file, header.data(), header.size());
}

void write_y4m_frame(std::FILE* file, const FrameMemory& frame) {
    const std::string line = std::string(frame_magic) + '\n';
    write(file, line.data(), line.size());
    write(file, frame.bytes().data(), frame.bytes().size());
}

}  // namespace tonelift

// SPDX-License-Identifier: BSD-2-Clause
// Tests that the element finds the transfer function in an SEI message of H.264 or H.265.
#include <gtest/gtest.h>

#include <random>

#include "tests/gstreamer/coded_elements.h"
#include "tests/gstreamer/element.h"

namespace tonelift::coded_test {
namespace {

using Bytes = std::string;

Bytes bytes(std::initializer_list<int> list) {
    Bytes result;
    for (const int byte : list) result += static_cast<char>(byte);
    return result;
}

const Bytes vps = bytes({0x40, 0x01, 0x0C, 0x01});
const Bytes slice = bytes({0x26, 0x01, 0xAF, 0x10});
const Bytes h264_slice = bytes({0x65, 0x88, 0x84});
const Bytes h264_sps = bytes({0x67, 0x6E, 0x00, 0x1F});

Bytes sei(int transfer, const Bytes& messages = "") {
    return bytes({0x4E, 0x01}) + messages + bytes({147, 1, transfer, 0x80});
}
Bytes h264_sei(int transfer, const Bytes& messages = "") {
    return bytes({0x06}) + messages + bytes({147, 1, transfer, 0x80});
}

Bytes with_start_codes(std::initializer_list<Bytes> units) {
    Bytes result;
    for (const Bytes& unit : units) result += bytes({0, 0, 0, 1}) + unit;
    return result;
}

Bytes with_lengths(int size, std::initializer_list<Bytes> units) {
    Bytes result;
    for (const Bytes& unit : units) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            result += static_cast<char>(unit.size() >> shift);
        }
        result += unit;
    }
    return result;
}

std::string hex(const Bytes& data) {
    std::string text;
    for (const unsigned char byte : data) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

// Writes the decoder configuration record of H.265 (ISO/IEC 14496-15, 8.3.3.1).
Bytes hvcc(int size, std::initializer_list<Bytes> units) {
    Bytes result = bytes({1}) + Bytes(20, '\0') + bytes({0xFC | (size - 1), 1, 39});
    result += bytes({0, static_cast<int>(units.size())});
    for (const Bytes& unit : units) result += with_lengths(2, {unit});
    return result;
}

std::string caps_of(const std::string& media, const std::string& stream,
                    const Bytes& codec_data = "", const std::string& color = "bt2020-10") {
    return media + ",stream-format=" + stream +
           ",width=64,height=36,framerate=25/1,colorimetry=" + color +
           (codec_data.empty() ? "" : ",codec_data=(buffer)" + hex(codec_data));
}

std::string h265_caps(const std::string& color = "bt2020-10") {
    return caps_of("video/x-h265", "byte-stream", "", color);
}

BufferHandle buffer_of(const Bytes& data) {
    return BufferHandle(gst_buffer_new_memdup(data.data(), data.size()));
}

std::string color_of(const Element& element) {
    GstPad* pad = gst_element_get_static_pad(element.tonelift(), "sink");
    const CapsHandle caps(gst_pad_get_current_caps(pad));
    gst_object_unref(pad);
    return field(caps, "colorimetry");
}

class Colors {
  public:
    explicit Colors(const Element& element)
        : pad_(gst_element_get_static_pad(element.tonelift(), "sink")) {
        const auto note = [](GstPad*, GstPadProbeInfo* info, gpointer self) {
            static_cast<Colors*>(self)->note(info);
            return GST_PAD_PROBE_OK;
        };
        GstPad* source = gst_element_get_static_pad(element.tonelift(), "src");
        gst_pad_add_probe(source, GST_PAD_PROBE_TYPE_BUFFER, note, this, nullptr);
        gst_object_unref(source);
    }
    ~Colors() { gst_object_unref(pad_); }
    Colors(const Colors&) = delete;
    Colors& operator=(const Colors&) = delete;

    const std::string& text() const { return text_; }

  private:
    void note(const GstPadProbeInfo*) {
        const CapsHandle caps(gst_pad_get_current_caps(pad_));
        text_ += (text_.empty() ? "" : " ") + field(caps, "colorimetry");
    }

    GstPad* pad_;
    std::string text_;
};

class CodedTest : public ::testing::Test {
  protected:
    CodedTest() { register_coded_elements(); }
};

std::string first_color(const std::string& caps, const Bytes& picture,
                        const std::string& launch = "blackdec ! tonelift") {
    Element element(launch);
    element.set_input(caps);
    EXPECT_EQ(element.push(buffer_of(picture), 0), GST_FLOW_OK);
    EXPECT_TRUE(element.pull());
    return color_of(element);
}

TEST_F(CodedTest, FirstPictureIsHlgInEveryStreamFormat) {
    const Bytes avcc = bytes({1, 100, 0, 31, 0xFF, 0xE0, 0});
    const std::string h265 = "video/x-h265", h264 = "video/x-h264";
    const std::initializer_list<std::pair<std::string, Bytes>> streams = {
        {caps_of(h265, "byte-stream"), with_start_codes({vps, sei(18), slice})},
        {caps_of(h265, "byte-stream"), with_start_codes({sei(18), vps, slice})},
        {caps_of(h265, "hvc1", hvcc(4, {vps})), with_lengths(4, {sei(18), slice})},
        {caps_of(h265, "hev1", hvcc(2, {vps})), with_lengths(2, {sei(18), slice})},
        {caps_of(h265, "hvc1", hvcc(4, {vps, sei(18)})), with_lengths(4, {slice})},
        {caps_of(h264, "byte-stream"), with_start_codes({h264_sps, h264_sei(18), h264_slice})},
        {caps_of(h264, "avc", avcc), with_lengths(4, {h264_sei(18), h264_slice})},
    };
    for (const auto& [caps, picture] : streams) {
        EXPECT_EQ(first_color(caps, picture), "bt2100-hlg") << caps;
    }
}

TEST_F(CodedTest, OtherMessagesOfTheSeiAreSkipped) {
    const Bytes longer = bytes({5, 255, 45}) + Bytes(300, '\x93');
    const Bytes escaped = bytes({5, 4, 0, 0, 3, 0, 0});
    for (const Bytes& messages : {longer, escaped, longer + escaped}) {
        EXPECT_EQ(first_color(h265_caps(), with_start_codes({sei(18, messages), slice})),
                  "bt2100-hlg");
    }
}

TEST_F(CodedTest, UnknownFunctionsAndMessagesAfterTheSliceAreIgnored) {
    for (const Bytes& picture :
         {with_start_codes({vps, slice}), with_start_codes({slice, sei(18)}),
          with_start_codes({sei(2), slice}), with_start_codes({sei(250), slice}),
          with_start_codes({bytes({0x4E, 0x01, 147, 0, 0x80}), slice}),
          with_start_codes({bytes({0x4E, 0x01, 146, 1, 18, 0x80}), slice})}) {
        EXPECT_EQ(first_color(h265_caps(), picture), "bt2020-10") << hex(picture);
    }
}

TEST_F(CodedTest, NoPreferredFunctionIsAnError) {
    for (int function = 0; function < 20; function++) {
        Element element("blackdec ! tonelift preset=faithful");
        element.set_input(h265_caps());
        EXPECT_EQ(element.push(buffer_of(with_start_codes({sei(function), slice})), 0), GST_FLOW_OK)
            << function;
    }
}

TEST_F(CodedTest, PqMessageIsFollowed) {
    EXPECT_EQ(first_color(h265_caps(), with_start_codes({sei(16), slice})), "bt2100-pq");
}

TEST_F(CodedTest, ColorChangedByAConverterIsKept) {
    EXPECT_EQ(first_color(h265_caps(), with_start_codes({sei(18), slice}),
                          "blackdec ! capssetter caps=video/x-raw,colorimetry=bt709 ! tonelift"),
              "bt709");
}

std::string output_color(const char* launch, const Bytes& picture) {
    GstHarness* harness = gst_harness_new_parse(launch);
    gst_harness_set_src_caps_str(harness, h265_caps().c_str());
    EXPECT_EQ(gst_harness_push(harness, buffer_of(picture).release()), GST_FLOW_OK);
    const std::string color =
        field(CapsHandle(gst_pad_get_current_caps(harness->sinkpad)), "colorimetry");
    gst_harness_teardown(harness);
    return color;
}

TEST_F(CodedTest, DecoderIsFoundThroughBins) {
    for (const char* launch : {"( blackdec ! identity ) ! identity ! tonelift",
                               "blackdec ! ( identity ! ( identity ! tonelift ) ) ! identity"}) {
        EXPECT_EQ(output_color(launch, with_start_codes({sei(18), slice})), "bt709") << launch;
        EXPECT_EQ(output_color(launch, with_start_codes({vps, slice})), "bt2020-10") << launch;
    }
}

TEST_F(CodedTest, MessageDroppedByTheParserIsFollowed) {
    EXPECT_EQ(first_color("video/x-h265", with_start_codes({sei(18), vps, slice}),
                          "droppingparse ! blackdec ! tonelift"),
              "bt2100-hlg");
}

TEST_F(CodedTest, PropertyOverridesTheMessage) {
    Element element("blackdec ! tonelift in-transfer=bt2020-10 preset=faithful");
    element.set_input(h265_caps());
    element.push(buffer_of(with_start_codes({sei(18), slice})), 0);
    EXPECT_EQ(field(element.output(), "colorimetry"), "bt2020-10");
}

TEST_F(CodedTest, ChangeAppliesFromThePictureWithTheMessage) {
    for (const char* decoder : {"blackdec", "blackdec-late"}) {
        Element element(std::string(decoder) + " ! tonelift");
        const Colors colors(element);
        element.set_input(h265_caps());
        for (int i = 0; i < 8; i++) {
            const Bytes message = i == 3 ? sei(18) : i == 5 ? sei(14) : vps;
            ASSERT_EQ(element.push(buffer_of(with_start_codes({message, slice})), i), GST_FLOW_OK);
        }
        const std::string expected =
            "bt2020-10 bt2020-10 bt2020-10 bt2100-hlg bt2100-hlg bt2020-10";
        EXPECT_EQ(colors.text().substr(0, expected.size()), expected) << decoder;
    }
}

TEST_F(CodedTest, AnotherStreamBeginsWithoutTheMessage) {
    Element element("blackdec ! tonelift");
    element.set_input(h265_caps());
    element.push(buffer_of(with_start_codes({sei(18), slice})), 0);
    element.set_input(h265_caps("bt709"));
    element.push(buffer_of(with_start_codes({vps, slice})), 1);
    EXPECT_EQ(color_of(element), "bt709");
    element.set_input(h265_caps());
    element.push(buffer_of(with_start_codes({vps, slice})), 2);
    EXPECT_EQ(color_of(element), "bt2020-10");
}

// After a seek, the SEI message from before the seek is still valid, as in FFmpeg's decoder.
TEST_F(CodedTest, SeekBackKeepsTheTransferFunction) {
    Element element("blackdec ! tonelift");
    const Colors colors(element);
    element.set_input(h265_caps());
    element.push(buffer_of(with_start_codes({sei(18), slice})), 50);
    element.push(buffer_of(with_start_codes({vps, slice})), 51);
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    for (GstEvent* event : {gst_event_new_flush_start(), gst_event_new_flush_stop(TRUE),
                            gst_event_new_segment(&segment)})
        EXPECT_TRUE(gst_harness_push_event(element.harness(), event));
    element.push(buffer_of(with_start_codes({vps, slice})), 2);
    element.push(buffer_of(with_start_codes({vps, slice})), 3);
    EXPECT_EQ(colors.text(), "bt2100-hlg bt2100-hlg bt2100-hlg bt2100-hlg");
}

GstElement* insert(GstHarness* harness, const char* factory) {
    GstElement* decoder = gst_harness_find_element(harness, "blackdec");
    GstElement* next = gst_harness_find_element(harness, "identity");
    GstObject* bin = gst_object_get_parent(GST_OBJECT(decoder));
    GstElement* element = gst_element_factory_make(factory, nullptr);
    gst_element_unlink(decoder, next);
    gst_bin_add(GST_BIN(bin), element);
    EXPECT_TRUE(gst_element_link_many(decoder, element, next, nullptr));
    gst_element_sync_state_with_parent(element);
    gst_object_unref(bin);
    gst_object_unref(next);
    gst_object_unref(decoder);
    return element;
}

TEST_F(CodedTest, ElementAddedBehindARunningDecoderFollowsTheNextSei) {
    GstHarness* harness = gst_harness_new_parse("blackdec ! identity");
    gst_harness_set_src_caps_str(harness, h265_caps().c_str());
    gst_harness_push(harness, buffer_of(with_start_codes({sei(18), slice})).release());
    GstPad* pad = gst_element_get_static_pad(insert(harness, "tonelift"), "sink");
    std::string colors;
    for (const Bytes& message : {vps, sei(18), vps}) {
        gst_harness_push(harness, buffer_of(with_start_codes({message, slice})).release());
        colors += field(CapsHandle(gst_pad_get_current_caps(pad)), "colorimetry") + " ";
    }
    EXPECT_EQ(colors, "bt2020-10 bt2100-hlg bt2100-hlg ");
    gst_object_unref(pad);
    gst_harness_teardown(harness);
}

TEST_F(CodedTest, HlgIsSuggestedOnlyWithoutADecoder) {
    Element alone("tonelift");
    alone.set_input(video_caps("I420_10LE", 64, 36, "bt2020-10"));
    EXPECT_NE(alone.said(GST_MESSAGE_INFO).find("in-transfer=hlg"), std::string::npos);
    Element behind("blackdec ! tonelift");
    behind.set_input(h265_caps());
    behind.push(buffer_of(with_start_codes({vps, slice})), 0);
    EXPECT_EQ(color_of(behind), "bt2020-10");
    EXPECT_EQ(behind.said(GST_MESSAGE_INFO), "");
}

TEST_F(CodedTest, DamagedStreamsAreReadToTheirEnd) {
    std::mt19937 random(1);
    const auto damaged = [&](Bytes data) {
        data.resize(random() % (data.size() + 1));
        for (int i = 0; i < 3 && !data.empty(); i++) {
            data[random() % data.size()] = static_cast<char>(random());
        }
        return data.empty() ? bytes({0}) : data;
    };
    const Bytes units = with_start_codes({sei(18, bytes({5, 255, 45})), slice});
    const Bytes lengths = with_lengths(4, {vps, sei(18), slice});
    for (int i = 0; i < 200; i++) {
        Element element("blackdec ! tonelift preset=faithful");
        const Bytes record = damaged(hvcc(4, {vps, sei(18)}));
        element.set_input(i % 2 == 0 ? h265_caps() : caps_of("video/x-h265", "hvc1", record));
        EXPECT_EQ(element.push(buffer_of(damaged(i % 2 == 0 ? units : lengths)), 0), GST_FLOW_OK);
    }
}

}  // namespace
}  // namespace tonelift::coded_test

// SPDX-License-Identifier: BSD-2-Clause
// Tests that the caps of the output depend on the input, on the properties, and on the next
// element.
#include <gtest/gtest.h>

#include "kernels/format.h"
#include "tests/gstreamer/picture_buffer.h"

namespace tonelift::negotiation_test {
namespace {

const std::string hdr10_light =
    "mastering-display-info=(string)"
    "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50,"
    "content-light-level=(string)1000:400";

std::string hdr10(const std::string& format = "I420_10LE") {
    return video_caps(format, 64, 36, "bt2100-pq", "chroma-site=dv," + hdr10_light);
}

std::string sdr(const std::string& format = "I420") {
    return video_caps(format, 64, 36, "bt709", "chroma-site=mpeg2");
}

struct Output {
    std::string format, color, site, mastering, light;
};

Output output_of(const std::string& in, const std::string& launch = "tonelift",
                 const std::string& downstream = "") {
    Element element(launch);
    if (!downstream.empty()) element.set_output(downstream);
    element.set_input(in);
    const CapsHandle out = element.output();
    EXPECT_TRUE(out) << in << " " << launch << " " << downstream << ": "
                     << element.said(GST_MESSAGE_ERROR);
    return {field(out, "format"), field(out, "colorimetry"), field(out, "chroma-site"),
            field(out, "mastering-display-info"), field(out, "content-light-level")};
}

std::string refusal(const std::string& in, const std::string& launch,
                    const std::string& downstream = "") {
    Element element(launch);
    if (!downstream.empty()) element.set_output(downstream);
    element.set_input(in);
    EXPECT_FALSE(element.output()) << in << " " << launch << " " << downstream;
    return element.said(GST_MESSAGE_ERROR);
}

TEST(Negotiation, Hdr10BecomesSdr) {
    const Output out = output_of(hdr10());
    EXPECT_EQ(out.format, "I420");
    EXPECT_EQ(out.color, "bt709");
    EXPECT_EQ(out.site, "mpeg2");
    EXPECT_EQ(out.mastering, "");
    EXPECT_EQ(out.light, "");
}

TEST(Negotiation, OutputKeepsTheLayoutInEightBits) {
    for (const auto& [in, out] : {std::pair("I420_10LE", "I420"),
                                  {"I422_10LE", "Y42B"},
                                  {"Y444_12LE", "Y444"},
                                  {"P010_10LE", "NV12"},
                                  {"P016_LE", "NV12"},
                                  {"A420_10LE", "A420"},
                                  {"GRAY16_LE", "GRAY8"},
                                  {"GBR_10LE", "GBR_10LE"},
                                  {"RGBA64_LE", "RGBA64_LE"},
                                  {"v210", "UYVY"},
                                  {"NV12", "NV12"}}) {
        EXPECT_EQ(output_of(video_caps(in, 64, 36, "")).format, out);
    }
}

TEST(Negotiation, SdrKeepsItsColor) {
    for (const char* color : {"bt601", "bt709", "bt2020", "bt2020-10", "1:4:16:3", "1:3:5:1"}) {
        EXPECT_EQ(output_of(video_caps("I420", 64, 36, color)).color, color);
    }
    EXPECT_EQ(output_of(video_caps("RGB", 64, 36, "sRGB")).color, "sRGB");
}

TEST(Negotiation, DownstreamChoosesTheColor) {
    const std::string any = "video/x-raw,colorimetry=";
    EXPECT_EQ(output_of(hdr10(), "tonelift", any + "bt2020-10").color, "bt2020-10");
    EXPECT_EQ(output_of(hdr10(), "tonelift", any + "bt2100-hlg").color, "bt2100-hlg");
    EXPECT_EQ(output_of(sdr(), "tonelift", any + "bt601").color, "bt601");
    EXPECT_EQ(output_of(hdr10("P010_10LE"), "tonelift", any + "{bt2020,bt709}").color, "bt709");
    EXPECT_EQ(output_of(hdr10("P010_10LE"), "tonelift", any + "{bt2100-pq,bt2020}").color,
              "bt2100-pq");
    EXPECT_EQ(output_of(sdr("RGB"), "tonelift", any + "1:1:7:1").color, "1:1:7:1");
    const Output range = output_of(sdr(), "tonelift", any + "1:3:5:1");
    EXPECT_EQ(range.color, "1:3:5:1");
}

TEST(Negotiation, SdrBecomesHdr10) {
    const Output out = output_of(sdr(), "tonelift", "video/x-raw,colorimetry=bt2100-pq");
    EXPECT_EQ(out.format, "I420_10LE");
    EXPECT_EQ(out.color, "bt2100-pq");
    EXPECT_EQ(out.site, "cosited");
    EXPECT_EQ(out.mastering, "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50");
    EXPECT_EQ(out.light, "1000:0");
}

TEST(Negotiation, HdrOutputHasTenBitsOrMore) {
    for (const auto& [in, out] : {std::pair("I420", "I420_10LE"),
                                  {"NV16", "I422_10LE"},
                                  {"UYVY", "I422_10LE"},
                                  {"GRAY8", "GRAY16_LE"},
                                  {"GRAY16_LE", "GRAY16_LE"}}) {
        EXPECT_EQ(output_of(sdr(in), "tonelift transfer=pq").format, out) << in;
    }
}

TEST(Negotiation, FullRangeSdrBecomesLimitedHdr10) {
    const std::string full = video_caps("I420", 64, 36, "1:3:5:1");
    for (const Output& out : {output_of(full, "tonelift transfer=pq"),
                              output_of(full, "tonelift", "video/x-raw,colorimetry=bt2100-pq")}) {
        EXPECT_EQ(out.format, "I420_10LE");
        EXPECT_EQ(out.color, "bt2100-pq");
    }
    EXPECT_EQ(output_of(full, "tonelift transfer=pq range=full").color, "1:6:14:7");
}

// If a stream signals no chroma location, the element assumes left, as FFmpeg's decoders do.
TEST(Negotiation, ChromaIsOnTheLeftUnlessCapsStateASite) {
    EXPECT_EQ(output_of(video_caps("I420_10LE", 64, 36, "bt2100-pq"), "tonelift transfer=pq").site,
              "mpeg2");
    EXPECT_EQ(output_of(hdr10(), "tonelift transfer=pq").site, "cosited");
}

const std::string unchanged = "tonelift transfer=pq script-text=\"output input;\"";

TEST(Negotiation, HdrOutputKeepsHdrMetadataIfThePictureIsUnchanged) {
    const Output out = output_of(hdr10(), unchanged);
    EXPECT_EQ(out.format, "I420_10LE");
    EXPECT_EQ(out.color, "bt2100-pq");
    EXPECT_EQ(out.mastering, "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50");
    EXPECT_EQ(out.light, "1000:400");
    const Output mapped = output_of(hdr10(), "tonelift transfer=pq");
    EXPECT_EQ(mapped.mastering, out.mastering);
    EXPECT_EQ(mapped.light, "1000:0");
    const Output darker = output_of(hdr10(), "tonelift transfer=pq target-peak=600");
    EXPECT_EQ(darker.mastering, "35400:14600:8500:39850:6550:2300:15635:16450:6000000:50");
    EXPECT_EQ(darker.light, "600:0");
}

TEST(Negotiation, ZeroPrimariesOfTheMasteringDisplayAreReplaced) {
    const Output out = output_of(video_caps("I420_10LE", 64, 36, "bt2100-pq",
                                            "mastering-display-info=(string)0:0:0:0:0:0:0:0:0:0"),
                                 "tonelift transfer=pq");
    EXPECT_EQ(out.mastering, "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50");
}

TEST(Negotiation, SdrHasNoMasteringDisplayWhosePrimariesAreKept) {
    const auto p3 = [](const std::string& color) {
        return video_caps("I420_10LE", 64, 36, color,
                          "mastering-display-info=(string)"
                          "34000:16000:13250:34500:7500:3000:15635:16450:10000000:50");
    };
    const auto display_of = [&](const std::string& color, const std::string& options) {
        return output_of(p3(color), "tonelift transfer=pq " + options).mastering;
    };
    const std::string bt2020 = "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50";
    const std::string kept = "34000:16000:13250:34500:7500:3000:15635:16450:10000000:50";
    EXPECT_EQ(display_of("bt709", ""), bt2020);
    EXPECT_EQ(display_of("bt709", "in-transfer=pq"), kept);
    EXPECT_EQ(display_of("bt2100-pq", ""), kept);
    EXPECT_EQ(display_of("", ""), kept);
    EXPECT_EQ(display_of("bt2100-pq", "in-transfer=bt709"), bt2020);
}

TEST(Negotiation, HdrMetadataFollowsTheTargetPeak) {
    for (const std::string& in : {hdr10(), sdr()}) {
        Element element("tonelift transfer=pq target-peak=300");
        element.set_input(in);
        EXPECT_EQ(field(element.output(), "content-light-level"), "300:0");
        const CapsHandle caps(gst_caps_from_string(in.c_str()));
        TestPicture picture(make_picture(field(caps, "format").c_str(), 64, 36));
        picture.fill_legal(1);
        g_object_set(element.tonelift(), "target-peak", 700.0, nullptr);
        ASSERT_EQ(element.push(buffer_of(picture), 0), GST_FLOW_OK);
        EXPECT_EQ(field(element.output(), "content-light-level"), "700:0");
        EXPECT_EQ(element.sequence(), "stream-start caps segment caps 0");
    }
}

TEST(Negotiation, PropertiesChooseTheColor) {
    EXPECT_EQ(output_of(sdr(), "tonelift transfer=hlg").color, "bt2100-hlg");
    EXPECT_EQ(output_of(hdr10(), "tonelift range=full").color, "1:3:5:1");
    EXPECT_EQ(output_of(hdr10(), "tonelift transfer=bt2020-10 primaries=bt2020").color,
              "bt2020-10");
}

TEST(Negotiation, DownstreamChoosesTheFormat) {
    const std::string any = "video/x-raw,format=";
    EXPECT_EQ(output_of(hdr10(), "tonelift", any + "P010_10LE").format, "P010_10LE");
    EXPECT_EQ(output_of(hdr10(), "tonelift", any + "{RGB,Y444,NV12}").format, "NV12");
    EXPECT_EQ(output_of(hdr10("Y444_10LE"), "tonelift", any + "{RGB,Y42B,I420,I422_10LE}").format,
              "Y42B");
    EXPECT_EQ(output_of(hdr10("A420_10LE"), "tonelift", any + "{Y444,RGBA,I420}").format, "RGBA");
    const Output rgb = output_of(hdr10(), "tonelift", any + "BGRx");
    EXPECT_EQ(rgb.format, "BGRx");
    EXPECT_EQ(rgb.color, "1:1:5:1");
    EXPECT_EQ(rgb.site, "");
}

TEST(Negotiation, TheOptionFormatIsFollowed) {
    EXPECT_EQ(output_of(hdr10(), "tonelift format=same").format, "I420_10LE");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=p010le").format, "P010_10LE");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=P010_10LE").format, "P010_10LE");
}

TEST(Negotiation, ClosestFormatReplacesTheOneOfTheOption) {
    const std::string any = "video/x-raw,format=";
    EXPECT_EQ(output_of(hdr10(), "tonelift format=nv12", any + "I420").format, "I420");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=nv12", any + "{RGB,P010_10LE,I420}").format,
              "I420");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=gbrp12le", any + "{I420,Y444_12LE,BGR}").format,
              "BGR");
    EXPECT_EQ(
        output_of(hdr10(), "tonelift format=nv12", any + "I420;" + any + "{NV12,Y444}").format,
        "NV12");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=p210le").format, "I422_10LE");
    EXPECT_EQ(output_of(hdr10(), "tonelift format=bc1").format, "GBR");
    EXPECT_NE(refusal(hdr10(), "tonelift format=same", any + "I420").find("I420_10LE"),
              std::string::npos);
}

TEST(Negotiation, FormatOfTheOptionIsFollowedAtNewCaps) {
    Element element("tonelift");
    element.set_input(hdr10());
    EXPECT_EQ(field(element.output(), "format"), "I420");
    g_object_set(element.tonelift(), "format", "nv12", nullptr);
    element.set_input(sdr());
    EXPECT_EQ(field(element.output(), "format"), "NV12");
}

TEST(Negotiation, DownstreamChoosesTheColorIfTheOptionChoosesTheFormat) {
    const Output sdr_out =
        output_of(sdr(), "tonelift format=nv12", "video/x-raw,colorimetry=bt601");
    EXPECT_EQ(sdr_out.format, "NV12");
    EXPECT_EQ(sdr_out.color, "bt601");
    const Output hdr_out =
        output_of(sdr(), "tonelift format=yuv420p10le", "video/x-raw,colorimetry=bt2100-pq");
    EXPECT_EQ(hdr_out.format, "I420_10LE");
    EXPECT_EQ(hdr_out.color, "bt2100-pq");
}

TEST(Negotiation, DownstreamChoosesTheChromaSite) {
    const std::string any = "video/x-raw,chroma-site=";
    EXPECT_EQ(output_of(hdr10(), "tonelift", any + "jpeg").site, "jpeg");
    EXPECT_EQ(output_of(sdr(), "tonelift", any + "{jpeg,cosited}").site, "jpeg");
    EXPECT_EQ(output_of(sdr(), "tonelift", any + "{jpeg,mpeg2}").site, "mpeg2");
    EXPECT_EQ(output_of(hdr10(), "tonelift transfer=pq", any + "dv").site, "dv");
}

TEST(Negotiation, AChromaSiteThatIsNoTextIsRefused) {
    refusal(sdr(), "tonelift", "video/x-raw,chroma-site=(int)1");
}

TEST(Negotiation, ContradictionIsAnError) {
    const char* const bt709 = "video/x-raw,colorimetry=bt709";
    EXPECT_NE(
        refusal(hdr10(), "tonelift transfer=pq", bt709).find("the property transfer and the caps"),
        std::string::npos);
    EXPECT_NE(refusal(sdr(), "tonelift range=full", bt709).find("the property range and the caps"),
              std::string::npos);
}

TEST(Negotiation, HdrMetadataThatTheNextElementRequiresIsAnError) {
    EXPECT_NE(
        refusal(hdr10(), "tonelift transfer=pq", "video/x-raw,content-light-level=(string)600:400")
            .find("requires other HDR metadata"),
        std::string::npos);
}

TEST(Negotiation, ContradictionIsLoggedOnce) {
    Element element("tonelift transfer=hlg");
    element.set_output("video/x-raw,colorimetry=bt2100-pq");
    element.set_input(sdr());
    EXPECT_NE(element.said(GST_MESSAGE_ERROR).find("the property transfer and the caps"),
              std::string::npos);
    gst_harness_push_event(element.harness(), gst_event_new_eos());
    EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "");
}

TEST(Negotiation, UnsupportedColorIsReported) {
    EXPECT_NE(refusal(video_caps("I420", 64, 36, "2:4:9:1"), "tonelift").find("transfer function"),
              std::string::npos);
}

TEST(Negotiation, UnknownFormatIsReported) {
    Element element;
    element.set_input(sdr());
    EXPECT_EQ(element.said(GST_MESSAGE_WARNING), "");
    element.set_input(video_caps("AYUV64", 64, 36, "bt709"));
    EXPECT_NE(element.said(GST_MESSAGE_WARNING).find("AYUV64"), std::string::npos);
}

TEST(Negotiation, RefusedCapsAreExplained) {
    const auto said = [](const std::string& caps) {
        Element element;
        element.set_input(sdr());
        element.set_input(caps);
        return element.said(GST_MESSAGE_WARNING);
    };
    EXPECT_NE(said("video/x-raw(format:Interlaced),format=NV12,width=64,height=36,"
                   "framerate=50/1,interlace-mode=alternate")
                  .find("put a deinterlacer"),
              std::string::npos);
    EXPECT_NE(said("video/x-raw(memory:DMABuf),format=NV12,width=64,height=36,framerate=25/1")
                  .find("memory:DMABuf"),
              std::string::npos);
    EXPECT_NE(said(video_caps("I420", 20000, 36, "bt709")).find("20000x36"), std::string::npos);
}

TEST(Negotiation, InterlacedFramesAreLoggedOnce) {
    TestPicture picture(make_picture("I420", 64, 36));
    picture.fill_legal(1);
    for (const auto& [mode, is_logged] : {std::pair("interleaved", true),
                                          {"fields", true},
                                          {"mixed", false},
                                          {"progressive", false}}) {
        Element element;
        element.set_input(
            video_caps("I420", 64, 36, "bt709", std::string("interlace-mode=(string)") + mode));
        for (int i = 0; i < 2; ++i) ASSERT_EQ(element.push(buffer_of(picture), i), GST_FLOW_OK);
        EXPECT_EQ(element.said(GST_MESSAGE_WARNING).find("interlaced") != std::string::npos,
                  is_logged)
            << mode;
        EXPECT_FALSE(element.message(GST_MESSAGE_WARNING)) << mode;
    }
    Element element;
    element.set_input(video_caps("I420", 64, 36, "bt709", "interlace-mode=(string)mixed"));
    BufferHandle buffer = buffer_of(picture);
    GST_BUFFER_FLAG_SET(buffer.get(), GST_VIDEO_BUFFER_FLAG_INTERLACED);
    ASSERT_EQ(element.push(std::move(buffer), 0), GST_FLOW_OK);
    EXPECT_NE(element.said(GST_MESSAGE_WARNING), "");
}

TEST(Negotiation, UncertaintyAboutHlgIsLoggedOnce) {
    const auto is_logged = [](const std::string& launch, const std::string& format,
                              const std::string& color) {
        Element element(launch);
        element.set_input(video_caps(format, 64, 36, color));
        const std::string said = element.said(GST_MESSAGE_INFO);
        element.set_input(video_caps(format, 128, 72, color));
        EXPECT_FALSE(element.message(GST_MESSAGE_INFO)) << "once";
        return said.find("in-transfer=hlg") != std::string::npos;
    };
    EXPECT_TRUE(is_logged("tonelift", "I420_10LE", "bt2020-10"));
    EXPECT_FALSE(is_logged("tonelift in-transfer=bt709", "I420_10LE", "bt2020-10"));
    EXPECT_FALSE(is_logged("tonelift", "I420_10LE", "bt2020"));
    EXPECT_FALSE(is_logged("tonelift", "I420_10LE", "bt2100-hlg"));
    EXPECT_FALSE(is_logged("tonelift", "I420", "bt2020-10"));
    EXPECT_FALSE(is_logged("tonelift", "I420", "bt709"));
}

TEST(Negotiation, DeviceMemoryIsReported) {
    Element element;
    element.set_output("video/x-raw(memory:CUDAMemory)");
    element.set_input(video_caps("I420_10LE", 64, 36, "bt2100-pq"));
    EXPECT_FALSE(element.output());
    const std::string said = element.said(GST_MESSAGE_ERROR);
    EXPECT_NE(said.find("I420_10LE"), std::string::npos) << said;
    EXPECT_NE(said.find("CUDA device"), std::string::npos) << said;
    EXPECT_FALSE(element.message(GST_MESSAGE_ERROR));
}

std::string sequence_of(const std::vector<std::string>& inputs, const std::string& launch) {
    Element element(launch);
    for (size_t i = 0; i < inputs.size(); ++i) {
        element.set_input(inputs[i]);
        const CapsHandle caps(gst_caps_from_string(inputs[i].c_str()));
        TestPicture picture(make_picture(field(caps, "format").c_str(), 64, 36));
        picture.fill_legal(static_cast<uint32_t>(i));
        EXPECT_EQ(element.push(buffer_of(picture), static_cast<int>(i)), GST_FLOW_OK);
    }
    return element.sequence();
}

// Output caps must stay the same, because matroskamux and encoders fail if the caps change.
TEST(Negotiation, CapsStayWhenHdrBecomesSdrAndBack) {
    const std::string bt601 = video_caps("I420", 64, 36, "bt601", "chroma-site=mpeg2");
    const std::string full = video_caps("I420", 64, 36, "1:4:5:4", "chroma-site=mpeg2");
    const std::string nv12 = video_caps("NV12", 64, 36, "bt601", "chroma-site=mpeg2");
    for (const char* launch : {"tonelift", "tonelift transfer=pq"}) {
        for (const std::vector<std::string>& inputs : {std::vector{hdr10(), bt601, hdr10()},
                                                       {bt601, hdr10(), bt601},
                                                       {bt601, sdr(), bt601},
                                                       {hdr10("P010_10LE"), nv12, bt601},
                                                       {hdr10(), full, sdr()}}) {
            EXPECT_EQ(sequence_of(inputs, launch),
                      "stream-start caps segment 0 segment 1 segment 2")
                << launch << ", " << inputs[0] << ", " << inputs[1];
        }
    }
}

TEST(Negotiation, CapsChangeOnlyIfTheyCannotStay) {
    Element element;
    const auto color = [&] { return field(element.output(), "colorimetry"); };
    element.set_input(hdr10());
    EXPECT_EQ(color(), "bt709");
    element.set_input(video_caps("I420", 64, 36, "bt601"));
    EXPECT_EQ(color(), "bt709") << "the color before fits";
    element.set_input(video_caps("I420", 128, 72, "bt601"));
    EXPECT_EQ(color(), "bt601") << "another size is another output";
    element.set_input(video_caps("Y444", 128, 72, "bt709"));
    EXPECT_EQ(field(element.output(), "format"), "Y444") << "chroma is not lost";
    element.set_output("video/x-raw,colorimetry=bt601");
    gst_harness_push_upstream_event(element.harness(), gst_event_new_reconfigure());
    element.set_input(video_caps("Y444", 128, 72, "bt2020"));
    EXPECT_EQ(color(), "bt601") << "what comes next decides";
}

TEST(Negotiation, HdrMetadataFollowsTheOutput) {
    Element element(unchanged);
    element.set_input(hdr10());
    EXPECT_EQ(field(element.output(), "content-light-level"), "1000:400");
    element.set_input(video_caps("I420_10LE", 64, 36, "bt2100-pq",
                                 "chroma-site=dv,mastering-display-info=(string)"
                                 "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50,"
                                 "content-light-level=(string)700:200"));
    EXPECT_EQ(field(element.output(), "content-light-level"), "700:200");
}

TEST(Negotiation, DownstreamMayRenegotiate) {
    Element element("tonelift batch=4");
    element.set_input(hdr10());
    TestPicture picture(make_picture("I420_10LE", 64, 36));
    picture.fill_legal(1);
    for (int i = 0; i < 2; ++i) ASSERT_EQ(element.push(buffer_of(picture), i), GST_FLOW_OK);
    element.set_output("video/x-raw,format=NV12");
    gst_harness_push_upstream_event(element.harness(), gst_event_new_reconfigure());
    for (int i = 2; i < 6; ++i) ASSERT_EQ(element.push(buffer_of(picture), i), GST_FLOW_OK);
    EXPECT_EQ(element.pull_indices(), (std::vector{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(field(element.output(), "format"), "NV12");
}

TEST(Negotiation, SinkAcceptsEveryFormatForAnyDownstream) {
    Element element;
    element.set_output("video/x-raw,format=NV12,colorimetry=bt709");
    GstPad* pad = gst_element_get_static_pad(element.tonelift(), "sink");
    const CapsHandle caps(gst_pad_query_caps(pad, nullptr));
    gst_object_unref(pad);
    for (const Format* format : all_formats()) {
        if (gst_video_format_from_string(format->gstreamer) == GST_VIDEO_FORMAT_UNKNOWN) continue;
        const CapsHandle one(
            gst_caps_from_string(video_caps(format->gstreamer, 64, 36, "bt2100-pq").c_str()));
        EXPECT_TRUE(gst_caps_can_intersect(caps.get(), one.get())) << format->gstreamer;
    }
}

TEST(Negotiation, SourceWithoutPreferenceOutputsEightBitYuv) {
    for (const char* launch : {"tonelift", "tonelift ! videoconvert"}) {
        Element element(launch);
        GstPad* pad = gst_element_get_static_pad(element.tonelift(), "sink");
        for (const char* formats : {"{RGBA64_LE,ARGB64_LE,Y444_16LE,NV12,I420,RGBA}",
                                    "{RGBA64_LE,Y444_16LE,I420_10LE,I420}"}) {
            const CapsHandle offer(
                gst_caps_from_string(("video/x-raw,format=" + std::string(formats)).c_str()));
            const CapsHandle caps(gst_caps_fixate(gst_pad_query_caps(pad, offer.get())));
            EXPECT_EQ(field(caps, "format"), "I420") << formats << " to " << launch;
        }
        gst_object_unref(pad);
    }
}

}  // namespace
}  // namespace tonelift::negotiation_test

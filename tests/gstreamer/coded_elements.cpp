// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gstreamer/coded_elements.h"

#include <gst/base/gstbaseparse.h>
#include <gst/video/video.h>

#include <string>

namespace tonelift {
namespace {

constexpr const char* coded_caps = "video/x-h265;video/x-h264";

void add_pads(gpointer klass, const char* sink, const char* source) {
    GstCaps* in = gst_caps_from_string(sink);
    GstCaps* out = gst_caps_from_string(source);
    GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, in));
    gst_element_class_add_pad_template(
        element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, out));
    gst_caps_unref(in);
    gst_caps_unref(out);
}

gboolean set_format(GstVideoDecoder* decoder, GstVideoCodecState* in) {
    GstVideoCodecState* out =
        gst_video_decoder_set_output_state(decoder, GST_VIDEO_FORMAT_I420_10LE, 64, 36, in);
    const char* color =
        gst_structure_get_string(gst_caps_get_structure(in->caps, 0), "colorimetry");
    if (color != nullptr) gst_video_colorimetry_from_string(&out->info.colorimetry, color);
    gst_video_codec_state_unref(out);
    return TRUE;
}

GstFlowReturn finish(GstVideoDecoder* decoder, GstVideoCodecFrame* frame) {
    const GstFlowReturn flow = gst_video_decoder_allocate_output_frame(decoder, frame);
    if (flow != GST_FLOW_OK) return flow;
    gst_buffer_memset(frame->output_buffer, 0, 0, G_MAXSIZE);
    return gst_video_decoder_finish_frame(decoder, frame);
}

template <guint delay>
GstFlowReturn handle_frame(GstVideoDecoder* decoder, GstVideoCodecFrame* frame) {
    gst_video_codec_frame_unref(frame);
    GList* frames = gst_video_decoder_get_frames(decoder);
    const bool ready = g_list_length(frames) > delay;
    g_list_free_full(frames, reinterpret_cast<GDestroyNotify>(gst_video_codec_frame_unref));
    return ready ? finish(decoder, gst_video_decoder_get_oldest_frame(decoder)) : GST_FLOW_OK;
}

template <guint delay>
void init_decoder(gpointer klass, gpointer) {
    add_pads(klass, coded_caps, "video/x-raw,format=I420_10LE");
    gst_element_class_set_static_metadata(GST_ELEMENT_CLASS(klass), "black", "Decoder/Video",
                                          "Gives black pictures", "Tests");
    GST_VIDEO_DECODER_CLASS(klass)->set_format = set_format;
    GST_VIDEO_DECODER_CLASS(klass)->handle_frame = handle_frame<delay>;
}

GstFlowReturn parse_frame(GstBaseParse* parse, GstBaseParseFrame* frame, gint*) {
    const gsize size = gst_buffer_get_size(frame->buffer);
    if (!gst_pad_has_current_caps(GST_BASE_PARSE_SRC_PAD(parse))) {
        GstCaps* caps = gst_caps_from_string(
            "video/x-h265,stream-format=byte-stream,alignment=au,colorimetry=bt2020-10");
        gst_pad_set_caps(GST_BASE_PARSE_SRC_PAD(parse), caps);
        gst_caps_unref(caps);
        const GstMapInfo none = GST_MAP_INFO_INIT;
        GstMapInfo map = none;
        gst_buffer_map(frame->buffer, &map, GST_MAP_READ);
        const std::string bytes(reinterpret_cast<const char*>(map.data), map.size);
        gst_buffer_unmap(frame->buffer, &map);
        const std::size_t from = bytes.find(std::string("\0\0\1\x40", 4));
        frame->out_buffer =
            gst_buffer_copy_region(frame->buffer, GST_BUFFER_COPY_ALL, from, G_MAXSIZE);
    }
    return gst_base_parse_finish_frame(parse, frame, static_cast<gint>(size));
}

void init_parser(gpointer klass, gpointer) {
    add_pads(klass, "video/x-h265", "video/x-h265,stream-format=byte-stream");
    gst_element_class_set_static_metadata(GST_ELEMENT_CLASS(klass), "dropping", "Parser/Video",
                                          "Drops", "Tests");
    GST_BASE_PARSE_CLASS(klass)->handle_frame = parse_frame;
}

void register_element(const char* name, GType parent, GClassInitFunc init) {
    GTypeQuery query;
    g_type_query(parent, &query);
    std::string type_name = std::string("Test-") + name;
    const GType type =
        g_type_register_static_simple(parent, type_name.c_str(), query.class_size, init,
                                      query.instance_size, nullptr, static_cast<GTypeFlags>(0));
    gst_element_register(nullptr, name, GST_RANK_NONE, type);
}

}  // namespace

void register_coded_elements() {
    static const bool registered = [] {
        register_element("blackdec", GST_TYPE_VIDEO_DECODER, init_decoder<0>);
        register_element("blackdec-late", GST_TYPE_VIDEO_DECODER, init_decoder<2>);
        register_element("droppingparse", GST_TYPE_BASE_PARSE, init_parser);
        return true;
    }();
    static_cast<void>(registered);
}

}  // namespace tonelift

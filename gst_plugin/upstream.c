/* SPDX-License-Identifier: BSD-2-Clause */
#include "upstream.h"

#include <gst/base/gstbaseparse.h>
#include <gst/video/video.h>

/* Maximum number of pads that a search follows upstream. A longer path must be a loop. */
enum { longest_way = 256 };

gboolean gst_tonelift_coding_of_template(GstToneliftCoding* coding, GstPad* pad) {
    GstCaps* caps = gst_pad_get_pad_template_caps(pad);
    gboolean is_coded = !gst_caps_is_any(caps) && !gst_caps_is_empty(caps) &&
                        gst_tonelift_coding_from_caps(coding, caps);
    gst_caps_unref(caps);
    return is_coded;
}

typedef struct {
    GstPad* last;
    guint count;
} InnerPads;

static gboolean add_inner_pad(const GValue* value, GValue* unused, gpointer pads) {
    InnerPads* inner = pads;
    gst_object_replace((GstObject**)&inner->last, g_value_get_object(value));
    inner->count++;
    return TRUE;
}

static GstPad* inner_pad(GstPad* source) {
    GstIterator* iterator = gst_pad_iterate_internal_links(source);
    InnerPads inner = {NULL, 0};

    while (iterator &&
           gst_iterator_fold(iterator, add_inner_pad, NULL, &inner) == GST_ITERATOR_RESYNC) {
        gst_iterator_resync(iterator);
        inner.count = 0;
    }
    if (iterator) gst_iterator_free(iterator);
    if (inner.count != 1) gst_clear_object(&inner.last);
    return inner.last;
}

GstPad* gst_tonelift_decoder_sink(gpointer element) {
    return GST_IS_VIDEO_DECODER(element) ? GST_VIDEO_DECODER_SINK_PAD(element) : NULL;
}

GstPad* gst_tonelift_parser_sink(gpointer element) {
    GstPad* sink = GST_IS_BASE_PARSE(element) ? GST_BASE_PARSE_SINK_PAD(element) : NULL;
    GstToneliftCoding coding;
    return sink && gst_tonelift_coding_of_template(&coding, sink) ? sink : NULL;
}

GstPad* gst_tonelift_find_upstream(GstPad* sink, GstPad* (*kind)(gpointer element)) {
    GstPad* pad = gst_object_ref(sink);
    GstPad* found = NULL;

    for (guint i = 0; pad && !found && i < longest_way; i++) {
        GstPad* source = gst_pad_get_peer(pad);
        GstObject* parent = source ? gst_object_get_parent(GST_OBJECT(source)) : NULL;
        gst_object_replace((GstObject**)&found, (GstObject*)kind(parent));
        gst_clear_object(&pad);
        if (source && !found) pad = inner_pad(source);
        gst_clear_object(&source);
        gst_clear_object(&parent);
    }
    gst_clear_object(&pad);
    return found;
}

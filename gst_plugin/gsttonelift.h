/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The element tonelift: local tone mapping of video by libtonelift.
 */
#ifndef GST_TONELIFT_H
#define GST_TONELIFT_H

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>
#include <tonelift/tonelift.h>

#include "coded.h"
#include "cuda.h"
#include "script.h"

G_BEGIN_DECLS

#define GST_TYPE_TONELIFT (gst_tonelift_get_type())
G_DECLARE_FINAL_TYPE(GstTonelift, gst_tonelift, GST, TONELIFT, GstBaseTransform)

typedef struct {
    GstBuffer* buffer;
    tonelift_frame moment;
} GstToneliftWaiting;

typedef struct {
    GstBuffer* in;
    GstBuffer* out;
    GstVideoFrame from, to;
    tonelift_hdr10_plus hdr10_plus;
} GstToneliftSlot;

struct _GstTonelift {
    GstBaseTransform parent;

    /* Fields that the object lock guards. */
    tonelift_options options;
    gboolean options_changed; /* TRUE if the filter does not have the new property values yet */
    gboolean script_set;
    gboolean reopen; /* TRUE if the filter must be created again to have the new property values */
    GstClockTime latency;
    gint cuda_device_id;
    gboolean without_cuda;
    gboolean needs_every_frame; /* TRUE if the filter writes statistics */

    /* While the element streams, only the streaming thread uses these fields. */
    tonelift_options active;
    tonelift_log log;
    char* message;
    tonelift_status refused; /* error that is posted with the next frame, or TONELIFT_OK */
    gboolean logged;
    gboolean logged_fields, logged_hlg;
    GstToneliftScript script;
    tonelift_filter* filter;
    tonelift_video in, out;
    GstVideoInfo in_info, out_info;
    GstCaps* stated;
    GstToneliftCoded* coded; /* coded input of the decoder upstream, or NULL without a decoder */
    GstVideoTransferFunction preferred;
    gboolean restating;
    gulong watch;
    gboolean in_on_device, out_on_device;
    GstToneliftCuda cuda;
    gboolean discontinuity;

    GArray* waiting;
    GQueue events;    /* events that wait behind frames */
    guint64 received; /* number of frames */
    guint seen;
    GstClockTime lookahead; /* duration of the look-ahead, or 0 */
    guint most_ahead;       /* maximum number of frames in the look-ahead */
    GstToneliftSlot* slots;
    tonelift_frame* pictures; /* first the input frames of a batch, then its output frames */
    guint batch;
    guint kept;
    guint made, sent;
    guint64 lost;
};

/* Returns the number of the CUDA device: the property cuda-device-id, else N of device=cudaN, else
 * -1 for any device. */
gint gst_tonelift_device_id(GstTonelift* self);

GST_DEBUG_CATEGORY_EXTERN(gst_tonelift_debug);
#define GST_CAT_DEFAULT gst_tonelift_debug

GST_ELEMENT_REGISTER_DECLARE(tonelift)

G_END_DECLS

#endif

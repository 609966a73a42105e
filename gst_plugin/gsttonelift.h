/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The element tonelift: local tone mapping of video by libtonelift.
 */
#ifndef GST_TONELIFT_H
#define GST_TONELIFT_H

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>
#include <tonelift/tonelift.h>

#include "cuda.h"

G_BEGIN_DECLS

#define GST_TYPE_TONELIFT (gst_tonelift_get_type())
G_DECLARE_FINAL_TYPE(GstTonelift, gst_tonelift, GST, TONELIFT, GstBaseTransform)

/* A frame that waits for its batch, and what is made of it. */
typedef struct {
    GstBuffer* in;
    GstBuffer* out;
    GstVideoFrame from, to;
} GstToneliftSlot;

struct _GstTonelift {
    GstBaseTransform parent;

    /* Under the object lock. */
    tonelift_options options; /* what the properties say */
    gboolean options_changed; /* the filter does not know yet */
    GstClockTime latency;     /* what waiting for a batch adds */
    gint cuda_device_id;      /* the property */
    gboolean without_cuda;    /* memory of devices cannot be handled; known from the start on */

    /* In the streaming thread, or while none runs. */
    tonelift_options active; /* what the filter runs with */
    tonelift_log log;
    char* message; /* the last error that libtonelift spoke of */
    gboolean told; /* why caps were refused is on the bus */
    tonelift_filter* filter;
    tonelift_video in, out; /* what the filter was made for */
    GstVideoInfo in_info, out_info;
    gboolean in_on_device, out_on_device;
    GstToneliftCuda cuda;
    gboolean discontinuity; /* the next frame does not follow the one before */

    GstToneliftSlot* slots;
    tonelift_frame* pictures; /* inputs, then outputs, of the slots */
    guint batch;              /* slots that there are */
    guint kept;               /* slots that hold an input */
    guint made, sent;         /* slots that held an output, and how many of those went out */
};

/* Device of the CUDA context to look for: what cuda-device-id says, else device=cuda:N; -1: any. */
gint gst_tonelift_device_id(GstTonelift* self);

GST_DEBUG_CATEGORY_EXTERN(gst_tonelift_debug);
#define GST_CAT_DEFAULT gst_tonelift_debug

GST_ELEMENT_REGISTER_DECLARE(tonelift)

G_END_DECLS

#endif

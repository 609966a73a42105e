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

/* A frame that waits for its batch or for the look-ahead. */
typedef struct {
    GstBuffer* buffer;
    tonelift_frame moment; /* its time; no planes */
} GstToneliftWaiting;

/* A frame of a batch, and its output. */
typedef struct {
    GstBuffer* in;
    GstBuffer* out;
    GstVideoFrame from, to;
    tonelift_hdr10_plus hdr10_plus; /* of its input */
} GstToneliftSlot;

struct _GstTonelift {
    GstBaseTransform parent;

    /* Guarded by the object lock. */
    tonelift_options options; /* the properties */
    gboolean options_changed; /* the filter has not taken them over */
    gboolean script_set;      /* among them */
    GstClockTime latency;     /* added by waiting */
    gint cuda_device_id;      /* the property */
    gboolean without_cuda;    /* device memory is not supported; constant */

    /* Used in the streaming thread, or while none runs. */
    tonelift_options active; /* the options of the filter */
    tonelift_log log;
    char* message;   /* the last error of libtonelift */
    gboolean logged; /* the refusal of caps was reported */
    gboolean logged_fields, logged_hlg;
    GstToneliftScript script;
    tonelift_filter* filter;
    tonelift_video in, out; /* descriptions that the filter was made for */
    GstVideoInfo in_info, out_info;
    GstCaps* stated;                    /* caps that upstream gave */
    GstToneliftCoded* coded;            /* the stream of the decoder upstream; NULL: unknown */
    GstVideoTransferFunction preferred; /* by that; replaces the one of `stated` */
    gboolean restating;                 /* `stated` is sent again */
    gulong watch;                       /* for decoders to come */
    gboolean in_on_device, out_on_device;
    GstToneliftCuda cuda;
    gboolean discontinuity; /* the next frame does not follow the one before */

    GArray* waiting;        /* of GstToneliftWaiting */
    guint seen;             /* of those, how many were looked at ahead */
    GstClockTime lookahead; /* how far the filter looks ahead; 0: it does not */
    GstToneliftSlot* slots;
    tonelift_frame* pictures; /* inputs, then outputs, of the slots */
    guint batch;              /* number of slots */
    guint kept;               /* slots that hold an input */
    guint made, sent;         /* slots that held an output, and how many of those were sent */
    guint64 lost;             /* frames that nothing came out of */
};

/* Device whose CUDA context is looked for: that of cuda-device-id, else of device=cudaN; -1: any.
 * */
gint gst_tonelift_device_id(GstTonelift* self);

GST_DEBUG_CATEGORY_EXTERN(gst_tonelift_debug);
#define GST_CAT_DEFAULT gst_tonelift_debug

GST_ELEMENT_REGISTER_DECLARE(tonelift)

G_END_DECLS

#endif

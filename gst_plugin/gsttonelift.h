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
    tonelift_frame moment; /* times of the frame, without planes */
} GstToneliftWaiting;

typedef struct {
    GstBuffer* in;
    GstBuffer* out;
    GstVideoFrame from, to;
    tonelift_hdr10_plus hdr10_plus;
} GstToneliftSlot;

struct _GstTonelift {
    GstBaseTransform parent;

    /* Guarded by the object lock. */
    tonelift_options options;
    gboolean options_changed; /* whether the filter still has the previous properties */
    gboolean script_set;      /* whether the option script was set since the last update */
    GstClockTime latency;     /* caused by waiting frames */
    gint cuda_device_id;
    gboolean without_cuda; /* device memory is not supported; constant */

    /* Used in the streaming thread, or while none runs. */
    tonelift_options active; /* the options of the filter */
    tonelift_log log;
    char* message;   /* last error message of libtonelift */
    gboolean logged; /* whether the reason for refused caps was reported */
    gboolean logged_fields, logged_hlg;
    GstToneliftScript script;
    tonelift_filter* filter;
    tonelift_video in, out;
    GstVideoInfo in_info, out_info;
    GstCaps* stated;                    /* caps from upstream */
    GstToneliftCoded* coded;            /* coded stream of the decoder upstream; NULL: unknown */
    GstVideoTransferFunction preferred; /* transfer function that `coded` prefers, else that of
                                           `stated` */
    gboolean restating;                 /* whether the element itself sends `stated` again */
    gulong watch;                       /* id of the signal handler that finds new decoders */
    gboolean in_on_device, out_on_device;
    GstToneliftCuda cuda;
    gboolean discontinuity;

    GArray* waiting;        /* of GstToneliftWaiting */
    guint seen;             /* number of waiting frames that the look-ahead has seen */
    GstClockTime lookahead; /* 0: no look-ahead */
    GstToneliftSlot* slots;
    tonelift_frame* pictures; /* inputs of a batch, then its outputs */
    guint batch;              /* maximum number of frames */
    guint kept;               /* number of inputs */
    guint made, sent;         /* number of outputs that were made and sent */
    guint64 lost;             /* number of frames without output */
};

/* Returns cuda-device-id, else N of device=cudaN. -1 means any device. */
gint gst_tonelift_device_id(GstTonelift* self);

GST_DEBUG_CATEGORY_EXTERN(gst_tonelift_debug);
#define GST_CAT_DEFAULT gst_tonelift_debug

GST_ELEMENT_REGISTER_DECLARE(tonelift)

G_END_DECLS

#endif

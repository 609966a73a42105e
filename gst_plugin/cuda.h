/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Handles CUDA memory with libgstcuda. Unless its comment says otherwise, a function requires that
 * gst_tonelift_cuda_load() has succeeded.
 */
#ifndef GST_TONELIFT_CUDA_H
#define GST_TONELIFT_CUDA_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Maps the device memory itself instead of a copy in host memory. Equal to GST_MAP_CUDA of
 * libgstcuda. */
#define GST_TONELIFT_MAP_CUDA ((GstMapFlags)(GST_MAP_FLAG_LAST << 1))

/* Any thread may call set_context() and answer_query() at any time. All other functions must be
 * called by one thread at a time. */
typedef struct {
    GMutex lock;       /* guards `context` and `searcher`; never held during a search */
    gpointer context;  /* GstCudaContext, or NULL before it is opened */
    gpointer stream;   /* GstCudaStream, or NULL for CUDA's default stream */
    GThread* searcher; /* thread that searches for a context, or NULL */
    gpointer found;    /* GstCudaContext that `searcher` has found; only that thread uses it */
} GstToneliftCuda;

gboolean gst_tonelift_cuda_load(void);
/* Returns whether libtonelift was built with CUDA and finds a usable device. The first call opens
 * the device to test this. */
gboolean gst_tonelift_cuda_works(void);

void gst_tonelift_cuda_init(GstToneliftCuda* self);
void gst_tonelift_cuda_clear(GstToneliftCuda* self);

/* A device_id of -1 means any device. */
gboolean gst_tonelift_cuda_open(GstToneliftCuda* self, GstElement* element, gint device_id);
void gst_tonelift_cuda_close(GstToneliftCuda* self);

/* Without libgstcuda, set_context() does nothing and answer_query() returns FALSE. */
void gst_tonelift_cuda_set_context(GstToneliftCuda* self, GstElement* element, GstContext* context,
                                   gint device_id);
gboolean gst_tonelift_cuda_answer_query(GstToneliftCuda* self, GstElement* element,
                                        GstQuery* query);

/* Returns whether the buffer is in memory of the element's CUDA context. */
gboolean gst_tonelift_cuda_is_ours(GstToneliftCuda* self, GstBuffer* buffer);
/* Returns whether the buffer is in memory of another CUDA context, and the element may switch to
 * this context. The context must be on the device `device_id`, unless that is -1. */
gboolean gst_tonelift_cuda_can_follow(GstToneliftCuda* self, GstBuffer* buffer, gint device_id);
void gst_tonelift_cuda_follow(GstToneliftCuda* self, GstBuffer* buffer);

void gst_tonelift_cuda_describe(GstToneliftCuda* self, tonelift_device* device);

GstBufferPool* gst_tonelift_cuda_new_pool(GstToneliftCuda* self);
gboolean gst_tonelift_cuda_owns_pool(GstToneliftCuda* self, GstBufferPool* pool);
/* Makes the element and the pool with this configuration use the same CUDA stream. Returns whether
 * the element has switched to the pool's stream. */
gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config);

/* Returns whether the element and the buffer use the same CUDA stream, which executes their work in
 * order. */
gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer);
void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer);
void gst_tonelift_cuda_wait(GstToneliftCuda* self);

#endif

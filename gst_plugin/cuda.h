/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Handles CUDA memory with libgstcuda; functions require that gst_tonelift_cuda_load() has
 * succeeded.
 */
#ifndef GST_TONELIFT_CUDA_H
#define GST_TONELIFT_CUDA_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Flag that maps device memory itself instead of a copy on the host: GST_MAP_CUDA of libgstcuda. */
#define GST_TONELIFT_MAP_CUDA ((GstMapFlags)(GST_MAP_FLAG_LAST << 1))

/* Thread-safety: set_context() and answer_query() may be called at any time, all other functions by
 * one thread at a time. */
typedef struct {
    GRecMutex lock;   /* recursive, because a search for a context may call set_context() */
    gpointer context; /* GstCudaContext, or NULL before it is opened */
    gpointer stream;  /* GstCudaStream, or NULL for the default stream */
} GstToneliftCuda;

gboolean gst_tonelift_cuda_load(void);
/* Returns whether libtonelift was built with CUDA and finds a usable device. The first call
 * opens the device. */
gboolean gst_tonelift_cuda_works(void);

void gst_tonelift_cuda_init(GstToneliftCuda* self);
void gst_tonelift_cuda_clear(GstToneliftCuda* self);

/* A device_id of -1 means any device. */
gboolean gst_tonelift_cuda_open(GstToneliftCuda* self, GstElement* element, gint device_id);
void gst_tonelift_cuda_close(GstToneliftCuda* self);

/* Both functions do nothing if libgstcuda is missing. */
void gst_tonelift_cuda_set_context(GstToneliftCuda* self, GstElement* element, GstContext* context,
                                   gint device_id);
gboolean gst_tonelift_cuda_answer_query(GstToneliftCuda* self, GstElement* element,
                                        GstQuery* query);

/* Returns whether the buffer is in memory of the element's context. */
gboolean gst_tonelift_cuda_is_ours(GstToneliftCuda* self, GstBuffer* buffer);
/* Returns whether the element can switch to the context of the buffer's memory, which must be on an
 * allowed device. */
gboolean gst_tonelift_cuda_can_follow(GstToneliftCuda* self, GstBuffer* buffer, gint device_id);
void gst_tonelift_cuda_follow(GstToneliftCuda* self, GstBuffer* buffer);

void gst_tonelift_cuda_describe(GstToneliftCuda* self, tonelift_device* device);

GstBufferPool* gst_tonelift_cuda_new_pool(GstToneliftCuda* self);
gboolean gst_tonelift_cuda_owns_pool(GstToneliftCuda* self, GstBufferPool* pool);
/* Gives the element and a pool the same stream. Returns whether the stream of the pool changed. */
gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config);

/* Returns whether the element and the buffer use one stream, which keeps their work in order. */
gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer);
void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer);
void gst_tonelift_cuda_wait(GstToneliftCuda* self);

#endif

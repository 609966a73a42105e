/* SPDX-License-Identifier: BSD-2-Clause
 *
 * CUDA memory with GStreamer's library libgstcuda.
 *
 * The library is loaded on first use, so the plugin also works on machines without it. The same
 * binary runs with every version of libgstcuda from 1.22 on. Streams exist since 1.24.
 *
 * Unless noted otherwise, functions require that gst_tonelift_cuda_load() has succeeded.
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
    GRecMutex lock;   /* guards context; recursive, because a search for a context may call
                         set_context() */
    gpointer context; /* GstCudaContext, NULL until opened */
    gpointer stream;  /* GstCudaStream; NULL: default stream */
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
/* Makes the element and a pool use the same stream: the stream in the configuration, else the
 * element's. Returns TRUE if the element's stream changed. */
gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config);

/* Returns whether the element uses the stream of the buffer, so that the device keeps their work in
 * order. Returns FALSE for memory without streams. */
gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer);
void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer);
void gst_tonelift_cuda_wait(GstToneliftCuda* self);

#endif

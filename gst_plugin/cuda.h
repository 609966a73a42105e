/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Handles CUDA memory with GStreamer's library libgstcuda.
 *
 * The library is loaded on first use, like libcuda. The plugin therefore works on machines without
 * these libraries. The same binary runs with every version of libgstcuda from 1.22 on, because the
 * functions in use have not changed. Streams exist since 1.24 and are used if available.
 *
 * Unless noted otherwise, functions require that gst_tonelift_cuda_load() has succeeded.
 */
#ifndef GST_TONELIFT_CUDA_H
#define GST_TONELIFT_CUDA_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Flag that maps device memory itself instead of a copy on the host: GST_MAP_CUDA of libgstcuda. */
#define GST_TONELIFT_MAP_CUDA ((GstMapFlags)(GST_MAP_FLAG_LAST << 1))

/* The CUDA context that elements share, and the CUDA stream for the element's work.
 * Thread-safety: set_context() and answer_query() may be called at any time. All other functions
 * may be called by one thread at a time. */
typedef struct {
    GRecMutex lock;   /* guards context; recursive, because a search for a context may call
                         set_context() */
    gpointer context; /* GstCudaContext, NULL until opened */
    gpointer stream;  /* GstCudaStream; NULL: default stream */
} GstToneliftCuda;

/* Returns whether libgstcuda and the driver exist. */
gboolean gst_tonelift_cuda_load(void);
/* Returns whether libtonelift was built with CUDA and finds a usable device. The first call
 * opens the device. */
gboolean gst_tonelift_cuda_works(void);

void gst_tonelift_cuda_init(GstToneliftCuda* self);
void gst_tonelift_cuda_clear(GstToneliftCuda* self);

/* Finds a context of the device among neighboring elements, or creates one. A device_id of -1
 * means any device. */
gboolean gst_tonelift_cuda_open(GstToneliftCuda* self, GstElement* element, gint device_id);
/* Closes the context, if one is open. */
void gst_tonelift_cuda_close(GstToneliftCuda* self);

/* Handle GstElement::set_context and the context query. They do nothing if libgstcuda is
 * missing. */
void gst_tonelift_cuda_set_context(GstToneliftCuda* self, GstElement* element, GstContext* context,
                                   gint device_id);
gboolean gst_tonelift_cuda_answer_query(GstToneliftCuda* self, GstElement* element,
                                        GstQuery* query);

/* Returns whether the buffer is in memory of the element's context. */
gboolean gst_tonelift_cuda_is_ours(GstToneliftCuda* self, GstBuffer* buffer);
/* Returns whether the element can switch to the context of the buffer's memory. The memory must
 * be on an allowed device. */
gboolean gst_tonelift_cuda_can_follow(GstToneliftCuda* self, GstBuffer* buffer, gint device_id);
void gst_tonelift_cuda_follow(GstToneliftCuda* self, GstBuffer* buffer);

/* Sets the context and the stream of *device. */
void gst_tonelift_cuda_describe(GstToneliftCuda* self, tonelift_device* device);

/* Makes a pool of device memory, not yet configured. */
GstBufferPool* gst_tonelift_cuda_new_pool(GstToneliftCuda* self);
/* Returns whether buffers of the pool belong to the element's context. */
gboolean gst_tonelift_cuda_owns_pool(GstToneliftCuda* self, GstBufferPool* pool);
/* Makes the element and a pool use the same stream. A stream in the configuration of the pool is
 * adopted; otherwise the element's stream is stored there. Returns TRUE if the element's stream
 * changed. */
gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config);

/* Returns whether the element uses the stream of the buffer. The element's work then runs after
 * the work that filled the buffer, and before later work on it. Returns FALSE for memory without
 * streams. */
gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer);
/* Waits for the work that filled the buffer. */
void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer);
/* Waits for the work on the element's stream. */
void gst_tonelift_cuda_wait(GstToneliftCuda* self);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Memory of CUDA devices, through GStreamer's library libgstcuda.
 *
 * The library is loaded when it is needed first, as libcuda is: the plugin loads and works on
 * machines that have neither, and one binary runs with every version of it from 1.22 on. The
 * functions in use have not changed since; streams, which came in 1.24, are used where they are.
 *
 * Functions that do not say otherwise want gst_tonelift_cuda_load() to have succeeded.
 */
#ifndef GST_TONELIFT_CUDA_H
#define GST_TONELIFT_CUDA_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Flag to map device memory itself in place of a copy on the host; libgstcuda calls it
 * GST_MAP_CUDA. */
#define GST_TONELIFT_MAP_CUDA ((GstMapFlags)(GST_MAP_FLAG_LAST << 1))

/* A context that elements share, and the stream of the element's work. Thread-safety: set_context()
 * and answer_query() may be called at any time, the rest by one thread at a time. */
typedef struct {
    GRecMutex lock;   /* guards context: finding one may have set_context() called */
    gpointer context; /* GstCudaContext, NULL until opened */
    gpointer stream;  /* GstCudaStream; NULL is the default stream */
} GstToneliftCuda;

/* Whether libgstcuda and the driver exist. */
gboolean gst_tonelift_cuda_load(void);
/* Whether libtonelift was built with CUDA and finds a usable device, which the first call opens. */
gboolean gst_tonelift_cuda_works(void);

void gst_tonelift_cuda_init(GstToneliftCuda* self);
void gst_tonelift_cuda_clear(GstToneliftCuda* self);

/* Finds a context of the device (-1: any) among the neighbors of the element, or creates one. */
gboolean gst_tonelift_cuda_open(GstToneliftCuda* self, GstElement* element, gint device_id);
/* May be called when nothing is open. */
void gst_tonelift_cuda_close(GstToneliftCuda* self);

/* Handlers of GstElement::set_context and of the context query; both do nothing without libgstcuda.
 * */
void gst_tonelift_cuda_set_context(GstToneliftCuda* self, GstElement* element, GstContext* context,
                                   gint device_id);
gboolean gst_tonelift_cuda_answer_query(GstToneliftCuda* self, GstElement* element,
                                        GstQuery* query);

/* Whether the buffer lies in memory of our context. */
gboolean gst_tonelift_cuda_is_ours(GstToneliftCuda* self, GstBuffer* buffer);
/* Whether it lies in memory of another context, of an allowed device, which we can switch to. */
gboolean gst_tonelift_cuda_can_follow(GstToneliftCuda* self, GstBuffer* buffer, gint device_id);
void gst_tonelift_cuda_follow(GstToneliftCuda* self, GstBuffer* buffer);

/* Tells libtonelift which context and stream to use. */
void gst_tonelift_cuda_describe(GstToneliftCuda* self, tonelift_device* device);

/* A pool of device memory, not configured. */
GstBufferPool* gst_tonelift_cuda_new_pool(GstToneliftCuda* self);
/* Whether buffers of the pool lie in our context. */
gboolean gst_tonelift_cuda_owns_pool(GstToneliftCuda* self, GstBufferPool* pool);
/* Stores our stream in the configuration of a pool, or takes over the one that is there. TRUE if
 * our stream changed. */
gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config);

/* Whether work on our stream is ordered after the work that filled the buffer, and before the next
 * work on it. Unknown for memory without streams. */
gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer);
/* Waits for the work that filled the buffer. */
void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer);
/* Waits for the work on our stream. */
void gst_tonelift_cuda_wait(GstToneliftCuda* self);

#endif

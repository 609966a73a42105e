/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A test double of libgstcuda, in which "device" memory is host memory. It has the functions that
 * the element uses: those of GStreamer 1.24, or of 1.22 if WITHOUT_STREAMS is defined. It counts
 * calls for tests.
 */
#ifndef TONELIFT_STAND_IN_GSTCUDA_H
#define TONELIFT_STAND_IN_GSTCUDA_H

#include <gst/video/video.h>

G_BEGIN_DECLS

typedef struct {
    int host_maps;    /* times that device memory was mapped */
    int stream_waits; /* calls of CuStreamSynchronize */
    int memory_waits; /* calls of gst_cuda_memory_sync */
    int pushed;       /* contexts that are pushed, not popped */
    int loads;        /* calls of gst_cuda_load_library, which opens the driver */
} StandInCounts;

extern StandInCounts stand_in_counts;

extern gboolean stand_in_out_of_memory;

/* Called while an element searches for a context, unless it is NULL. */
extern void (*stand_in_search)(GstElement* element);

GstObject* stand_in_new_context(guint device_id);
void stand_in_set_neighbor(GstObject* context);

GstObject* stand_in_context_of(GstBuffer* buffer);

GstBufferPool* gst_cuda_buffer_pool_new(GstObject* context);
gboolean gst_is_cuda_memory(GstMemory* memory);
GstMiniObject* gst_cuda_stream_new(GstObject* context);
GstMiniObject* gst_cuda_stream_get_handle(GstMiniObject* stream);
void gst_buffer_pool_config_set_cuda_stream(GstStructure* config, GstMiniObject* stream);

G_END_DECLS

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
#include "allocation.h"

#include "caps.h"
#include "stream.h"

typedef struct {
    GstBufferPool* pool;
    guint size, min, max;
} Pool;

/* Aligns frames to cache lines (64 bytes), because SIMD code is slightly faster on aligned
 * frames. */
static void align(GstAllocationParams* params) { params->align |= 64 - 1; }

static void align_pool(GstStructure* config) {
    GstAllocator* allocator;
    GstAllocationParams params;

    if (!gst_buffer_pool_config_get_allocator(config, &allocator, &params)) return;
    align(&params);
    gst_buffer_pool_config_set_allocator(config, allocator, &params);
}

/* Aligns the allocation parameters of the query. The base class allocates with these parameters,
 * and passes them to its pool. */
static void align_query(GstQuery* query) {
    GstAllocator* allocator = NULL;
    GstAllocationParams params;

    gst_allocation_params_init(&params);
    if (gst_query_get_n_allocation_params(query) > 0) {
        gst_query_parse_nth_allocation_param(query, 0, &allocator, &params);
        align(&params);
        gst_query_set_nth_allocation_param(query, 0, allocator, &params);
    } else {
        align(&params);
        gst_query_add_allocation_param(query, NULL, &params);
    }
    gst_clear_object(&allocator);
}

static GstBufferPool* new_pool(GstTonelift* self, const GstCaps* caps) {
    return gst_tonelift_caps_are_cuda(caps) ? gst_tonelift_cuda_new_pool(&self->cuda)
                                            : gst_video_buffer_pool_new();
}

/* Configures the pool and updates pool->size to the size of its buffers. Rows in device memory are
 * padded, so only the configured pool knows this size. */
static gboolean configure_pool(GstTonelift* self, Pool* pool, GstCaps* caps, gboolean* changed) {
    GstStructure* config = gst_buffer_pool_get_config(pool->pool);

    gst_buffer_pool_config_set_params(config, caps, pool->size, pool->min, pool->max);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    align_pool(config);
    *changed =
        gst_tonelift_caps_are_cuda(caps) && gst_tonelift_cuda_share_stream(&self->cuda, config);
    if (!gst_buffer_pool_set_config(pool->pool, config)) return FALSE;
    config = gst_buffer_pool_get_config(pool->pool);
    gst_buffer_pool_config_get_params(config, NULL, &pool->size, NULL, NULL);
    gst_structure_free(config);
    return TRUE;
}

/* Requests one buffer more than this element holds, so that upstream can fill one buffer while the
 * element holds all others. Proposes nothing after the element has stopped. */
gboolean gst_tonelift_propose_allocation(GstTonelift* self, GstQuery* query) {
    Pool pool = {.min = gst_tonelift_stream_held(self) + 1};
    gboolean need_pool, changed;
    GstVideoInfo info;
    GstCaps* caps;

    gst_query_parse_allocation(query, &caps, &need_pool);
    if (!self->filter || !caps || !gst_video_info_from_caps(&info, caps)) return FALSE;
    pool.size = (guint)info.size;
    if (need_pool) {
        pool.pool = new_pool(self, caps);
        if (!configure_pool(self, &pool, caps, &changed)) {
            gst_object_unref(pool.pool);
            return FALSE;
        }
    }
    gst_query_add_allocation_pool(query, pool.pool, pool.size, pool.min, pool.max);
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    align_query(query);
    gst_clear_object(&pool.pool);
    return TRUE;
}

/* Returns whether the pool can provide the output buffers. If the pool has fewer buffers than
 * pool->min, the element would wait forever for the last output buffer of a batch. */
static gboolean is_usable(GstTonelift* self, const Pool* pool) {
    if (pool->max && pool->max < pool->min) return FALSE;
    return !self->out_on_device || gst_tonelift_cuda_owns_pool(&self->cuda, pool->pool);
}

static gboolean choose_pool(GstTonelift* self, Pool* pool, GstCaps* caps, gboolean* changed) {
    if (pool->pool && is_usable(self, pool) && configure_pool(self, pool, caps, changed))
        return TRUE;
    gst_clear_object(&pool->pool);
    pool->pool = new_pool(self, caps);
    pool->max = 0;
    return configure_pool(self, pool, caps, changed);
}

gboolean gst_tonelift_decide_allocation(GstTonelift* self, GstQuery* query) {
    Pool pool = {.size = (guint)self->out_info.size};
    gboolean offered = gst_query_get_n_allocation_pools(query) > 0, changed, chosen;
    GstCaps* caps;

    gst_query_parse_allocation(query, &caps, NULL);
    if (offered)
        gst_query_parse_nth_allocation_pool(query, 0, &pool.pool, &pool.size, &pool.min, &pool.max);
    pool.min += self->batch;
    align_query(query);
    chosen = choose_pool(self, &pool, caps, &changed);
    if (chosen && offered)
        gst_query_set_nth_allocation_pool(query, 0, pool.pool, pool.size, pool.min, pool.max);
    else if (chosen)
        gst_query_add_allocation_pool(query, pool.pool, pool.size, pool.min, pool.max);
    gst_object_unref(pool.pool);
    if (!chosen) {
        self->logged = TRUE;
        GST_ELEMENT_ERROR(self, RESOURCE, NO_SPACE_LEFT, ("no memory for output frames"),
                          ("%" GST_PTR_FORMAT, caps));
    }
    return chosen && (!changed || gst_tonelift_stream_reopen(self));
}

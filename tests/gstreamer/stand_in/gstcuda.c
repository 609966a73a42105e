/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A test double of libgstcuda, for machines without a GPU.
 */
#include "gstcuda.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define MAP_CUDA (GST_MAP_FLAG_LAST << 1)
#define CONTEXT_TYPE "gst.cuda.context"

EXPORT StandInCounts stand_in_counts;
EXPORT gboolean stand_in_out_of_memory;
EXPORT void (*stand_in_search)(GstElement* element);

typedef struct {
    GstObject parent;
    guint device_id;
} Context;
typedef GstObjectClass ContextClass;

static GType context_get_type(void);
G_DEFINE_TYPE(Context, context, GST_TYPE_OBJECT)

static void get_device_id(GObject* object, guint id, GValue* value, GParamSpec* spec) {
    g_value_set_uint(value, ((Context*)object)->device_id);
}

static void context_class_init(ContextClass* klass) {
    G_OBJECT_CLASS(klass)->get_property = get_device_id;
    g_object_class_install_property(
        G_OBJECT_CLASS(klass), 1,
        g_param_spec_uint("cuda-device-id", "id", "id", 0, G_MAXINT, 0, G_PARAM_READABLE));
}

static void context_init(Context* self) {}

EXPORT GstObject* stand_in_new_context(guint device_id) {
    Context* context = g_object_new(context_get_type(), NULL);
    context->device_id = device_id;
    return gst_object_ref_sink(context);
}

static GstObject* neighbor;

EXPORT void stand_in_set_neighbor(GstObject* context) { neighbor = context; }

/* Returns whether there is a driver. Without a driver, all other functions end the process, as in
 * the real library. */
EXPORT gboolean gst_cuda_load_library(void) {
    stand_in_counts.loads++;
    return !g_getenv("STAND_IN_WITHOUT_DRIVER");
}

static gboolean suits(GstObject* context, gint device_id) {
    return context && (device_id < 0 || ((Context*)context)->device_id == (guint)device_id);
}

EXPORT gboolean gst_cuda_ensure_element_context(GstElement* element, gint device_id,
                                                GstObject** context) {
    g_assert(gst_cuda_load_library());
    if (!*context && stand_in_search) stand_in_search(element);
    if (*context) return TRUE;
    *context = suits(neighbor, device_id) ? gst_object_ref(neighbor)
                                          : stand_in_new_context((guint)MAX(device_id, 0));
    return TRUE;
}

EXPORT gboolean gst_cuda_handle_set_context(GstElement* element, GstContext* given, gint device_id,
                                            GstObject** context) {
    GstObject* found = NULL;
    g_assert(gst_cuda_load_library());
    if (strcmp(gst_context_get_context_type(given), CONTEXT_TYPE) || *context) return FALSE;
    gst_structure_get(gst_context_get_structure(given), CONTEXT_TYPE, context_get_type(), &found,
                      NULL);
    if (suits(found, device_id)) *context = g_steal_pointer(&found);
    gst_clear_object(&found);
    return *context != NULL;
}

EXPORT gboolean gst_cuda_handle_context_query(GstElement* element, GstQuery* query,
                                              GstObject* context) {
    const char* type;
    GstContext* answer;
    g_assert(gst_cuda_load_library());
    if (!gst_query_parse_context_type(query, &type) || strcmp(type, CONTEXT_TYPE)) return FALSE;
    answer = gst_context_new(CONTEXT_TYPE, TRUE);
    gst_structure_set(gst_context_writable_structure(answer), CONTEXT_TYPE, context_get_type(),
                      context, NULL);
    gst_query_set_context(query, answer);
    gst_context_unref(answer);
    return TRUE;
}

EXPORT gpointer gst_cuda_context_get_handle(GstObject* context) { return context; }

EXPORT gboolean gst_cuda_context_push(GstObject* context) {
    stand_in_counts.pushed++;
    return TRUE;
}

EXPORT gboolean gst_cuda_context_pop(gpointer* handle) {
    stand_in_counts.pushed--;
    return TRUE;
}

EXPORT int CuStreamSynchronize(gpointer stream) {
    stand_in_counts.stream_waits++;
    return 0;
}

#ifndef WITHOUT_STREAMS

typedef GstMiniObject Stream;
GST_DEFINE_MINI_OBJECT_TYPE(Stream, stream)

static void free_stream(GstMiniObject* stream) { g_free(stream); }

/* GStreamer compares pool configurations, so the type Stream needs a comparison. */
static gint compare_streams(const GValue* a, const GValue* b) {
    return g_value_get_boxed(a) == g_value_get_boxed(b) ? GST_VALUE_EQUAL : GST_VALUE_UNORDERED;
}

static void register_comparison(void) {
    static GstValueTable table = {.compare = compare_streams};
    static gsize done = 0;
    if (!g_once_init_enter(&done)) return;
    table.type = stream_get_type();
    gst_value_register(&table);
    g_once_init_leave(&done, 1);
}

EXPORT GstMiniObject* gst_cuda_stream_new(GstObject* context) {
    GstMiniObject* stream = g_new0(GstMiniObject, 1);
    register_comparison();
    gst_mini_object_init(stream, 0, stream_get_type(), NULL, NULL, free_stream);
    return stream;
}

EXPORT GstMiniObject* gst_cuda_stream_get_handle(GstMiniObject* stream) { return stream; }

EXPORT GstMiniObject* gst_buffer_pool_config_get_cuda_stream(GstStructure* config) {
    GstMiniObject* stream = NULL;
    gst_structure_get(config, "stream", stream_get_type(), &stream, NULL);
    return stream;
}

EXPORT void gst_buffer_pool_config_set_cuda_stream(GstStructure* config, GstMiniObject* stream) {
    gst_structure_set(config, "stream", stream_get_type(), stream, NULL);
}

#else

static GstMiniObject* gst_buffer_pool_config_get_cuda_stream(GstStructure* config) { return NULL; }

#endif

typedef struct {
    GstMemory parent;
    GstObject* context;
    GstMiniObject* stream;
    guint8* data;
} Memory;

typedef GstAllocator Allocator;
typedef GstAllocatorClass AllocatorClass;

static GType allocator_get_type(void);
G_DEFINE_TYPE(Allocator, allocator, GST_TYPE_ALLOCATOR)

static gpointer map_memory(GstMemory* memory, GstMapInfo* info, gsize size) {
    if (!(info->flags & MAP_CUDA)) stand_in_counts.host_maps++;
    return ((Memory*)memory)->data;
}

static void unmap_memory(GstMemory* memory, GstMapInfo* info) {}

static void free_memory(GstAllocator* allocator, GstMemory* base) {
    Memory* memory = (Memory*)base;
    gst_object_unref(memory->context);
    gst_clear_mini_object(&memory->stream);
    g_free(memory->data);
    g_free(memory);
}

static void allocator_class_init(AllocatorClass* klass) { klass->free = free_memory; }

static void allocator_init(Allocator* self) {
    self->mem_type = "gst.cuda.memory";
    self->mem_map_full = map_memory;
    self->mem_unmap_full = unmap_memory;
    GST_OBJECT_FLAG_SET(self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

EXPORT gboolean gst_is_cuda_memory(GstMemory* memory) {
    return gst_memory_is_type(memory, "gst.cuda.memory");
}

EXPORT GstObject* stand_in_context_of(GstBuffer* buffer) {
    return ((Memory*)gst_buffer_peek_memory(buffer, 0))->context;
}

#ifndef WITHOUT_STREAMS

EXPORT GstMiniObject* gst_cuda_memory_get_stream(GstMemory* memory) {
    return ((Memory*)memory)->stream;
}

EXPORT void gst_cuda_memory_sync(GstMemory* memory) { stand_in_counts.memory_waits++; }

#endif

static gboolean has_allocator;

EXPORT void gst_cuda_memory_init_once(void) {
    g_assert(gst_cuda_load_library());
    has_allocator = TRUE;
}

static GstMemory* new_memory(GstAllocator* allocator, GstObject* context, GstMiniObject* stream,
                             gsize size) {
    Memory* memory = g_new0(Memory, 1);
    gst_memory_init(GST_MEMORY_CAST(memory), 0, allocator, NULL, size, 0, 0, size);
    memory->context = gst_object_ref(context);
    memory->stream = stream ? gst_mini_object_ref(stream) : NULL;
    memory->data = g_malloc0(size);
    return GST_MEMORY_CAST(memory);
}

typedef struct {
    GstBufferPool parent;
    GstObject* context;
    GstAllocator* allocator;
    GstMiniObject* stream;
    GstVideoInfo info;
} Pool;
typedef GstBufferPoolClass PoolClass;

EXPORT GType gst_cuda_buffer_pool_get_type(void);
#define pool_get_type gst_cuda_buffer_pool_get_type
G_DEFINE_TYPE(Pool, pool, GST_TYPE_BUFFER_POOL)

static void pad_rows(GstVideoInfo* info) {
    gsize size = 0;
    for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES(info); i++) {
        gint component[GST_VIDEO_MAX_COMPONENTS];
        gst_video_format_info_component(info->finfo, i, component);
        info->stride[i] = GST_ROUND_UP_N(info->stride[i], 512);
        info->offset[i] = size;
        size += (gsize)info->stride[i] * (gsize)GST_VIDEO_INFO_COMP_HEIGHT(info, component[0]);
    }
    info->size = size;
}

static gboolean set_config(GstBufferPool* base, GstStructure* config) {
    Pool* self = (Pool*)base;
    guint min, max;
    GstCaps* caps;

    if (!has_allocator) return FALSE;
    gst_buffer_pool_config_get_params(config, &caps, NULL, &min, &max);
    gst_video_info_from_caps(&self->info, caps);
    pad_rows(&self->info);
    gst_buffer_pool_config_set_params(config, caps, (guint)self->info.size, min, max);
    gst_clear_mini_object(&self->stream);
    self->stream = gst_buffer_pool_config_get_cuda_stream(config);
    return GST_BUFFER_POOL_CLASS(pool_parent_class)->set_config(base, config);
}

static GstFlowReturn alloc_buffer(GstBufferPool* base, GstBuffer** buffer,
                                  GstBufferPoolAcquireParams* params) {
    Pool* self = (Pool*)base;
    GstVideoInfo* info = &self->info;

    if (stand_in_out_of_memory) return GST_FLOW_ERROR;
    *buffer = gst_buffer_new();
    gst_buffer_append_memory(*buffer,
                             new_memory(self->allocator, self->context, self->stream, info->size));
    gst_buffer_add_video_meta_full(*buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(info),
                                   (guint)info->width, (guint)info->height, info->finfo->n_planes,
                                   info->offset, info->stride);
    return GST_FLOW_OK;
}

static void finalize(GObject* object) {
    Pool* self = (Pool*)object;
    gst_object_unref(self->context);
    gst_object_unref(self->allocator);
    gst_clear_mini_object(&self->stream);
    G_OBJECT_CLASS(pool_parent_class)->finalize(object);
}

static const gchar** get_options(GstBufferPool* pool) {
    static const gchar* options[] = {GST_BUFFER_POOL_OPTION_VIDEO_META, NULL};
    return options;
}

static void pool_class_init(PoolClass* klass) {
    G_OBJECT_CLASS(klass)->finalize = finalize;
    klass->set_config = set_config;
    klass->alloc_buffer = alloc_buffer;
    klass->get_options = get_options;
}

static void pool_init(Pool* self) {
    self->allocator = gst_object_ref_sink(g_object_new(allocator_get_type(), NULL));
}

EXPORT GstBufferPool* gst_cuda_buffer_pool_new(GstObject* context) {
    Pool* pool = g_object_new(pool_get_type(), NULL);
    pool->context = gst_object_ref(context);
    return gst_object_ref_sink(pool);
}

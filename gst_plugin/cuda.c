/* SPDX-License-Identifier: BSD-2-Clause */
#include "cuda.h"

#include <gmodule.h>

#define LIBRARY "libgstcuda-1.0.so.0"

/* Functions of libgstcuda. NEEDED functions exist since GStreamer 1.22, and LATER functions since
 * 1.24. */
#define FUNCTIONS(NEEDED, LATER)                                                               \
    NEEDED(gboolean, gst_cuda_load_library, (void))                                            \
    NEEDED(void, gst_cuda_memory_init_once, (void))                                            \
    NEEDED(gboolean, gst_cuda_ensure_element_context, (GstElement*, gint, gpointer*))          \
    NEEDED(gboolean, gst_cuda_handle_set_context, (GstElement*, GstContext*, gint, gpointer*)) \
    NEEDED(gboolean, gst_cuda_handle_context_query, (GstElement*, GstQuery*, gpointer))        \
    NEEDED(gpointer, gst_cuda_context_get_handle, (gpointer))                                  \
    NEEDED(gboolean, gst_cuda_context_push, (gpointer))                                        \
    NEEDED(gboolean, gst_cuda_context_pop, (gpointer*))                                        \
    NEEDED(GType, gst_cuda_buffer_pool_get_type, (void))                                       \
    NEEDED(GstBufferPool*, gst_cuda_buffer_pool_new, (gpointer))                               \
    NEEDED(gboolean, gst_is_cuda_memory, (GstMemory*))                                         \
    NEEDED(int, CuStreamSynchronize, (gpointer))                                               \
    LATER(gpointer, gst_cuda_stream_new, (gpointer))                                           \
    LATER(gpointer, gst_cuda_stream_get_handle, (gpointer))                                    \
    LATER(gpointer, gst_cuda_memory_get_stream, (GstMemory*))                                  \
    LATER(void, gst_cuda_memory_sync, (GstMemory*))                                            \
    LATER(gpointer, gst_buffer_pool_config_get_cuda_stream, (GstStructure*))                   \
    LATER(void, gst_buffer_pool_config_set_cuda_stream, (GstStructure*, gpointer))

#define DECLARE(type, name, arguments) type(*name) arguments;
static struct {
    FUNCTIONS(DECLARE, DECLARE)
    gboolean has_streams;
} cuda;
#undef DECLARE

/* Copies of the public fields at the start of GstCudaMemory and GstCudaBufferPool. */
typedef struct {
    GstMemory memory;
    gpointer context;
} CudaMemory;

typedef struct {
    GstBufferPool pool;
    gpointer context;
} CudaPool;

static gboolean find_functions(GModule* module) {
    gboolean needed = TRUE, later = TRUE;
#define FIND_NEEDED(type, name, arguments) \
    needed = g_module_symbol(module, #name, (gpointer*)&cuda.name) && needed;
#define FIND_LATER(type, name, arguments) \
    later = g_module_symbol(module, #name, (gpointer*)&cuda.name) && later;
    FUNCTIONS(FIND_NEEDED, FIND_LATER)
#undef FIND_NEEDED
#undef FIND_LATER
    cuda.has_streams = needed && later;
    return needed;
}

/* Loads libgstcuda and returns whether this succeeded. The library is never unloaded, because GLib
 * cannot unregister its types. */
static gpointer load(gpointer unused) {
    GModule* module = g_module_open(LIBRARY, G_MODULE_BIND_LAZY);
    if (!module) return GINT_TO_POINTER(FALSE);
    g_module_make_resident(module);
    if (!find_functions(module) || !cuda.gst_cuda_load_library()) return GINT_TO_POINTER(FALSE);
    cuda.gst_cuda_memory_init_once();
    return GINT_TO_POINTER(TRUE);
}

gboolean gst_tonelift_cuda_load(void) {
    static GOnce once = G_ONCE_INIT;
    return GPOINTER_TO_INT(g_once(&once, load, NULL));
}

static gpointer try_tonelift(gpointer unused) {
    tonelift_filter* filter = NULL;
    tonelift_options options;
    tonelift_video in, out;
    gboolean works;

    /* With these options, libtonelift copies frames unchanged and loads no kernels. */
    tonelift_options_default(&options);
    options.device = "cuda";
    options.preset = "faithful";
    tonelift_video_default(&in);
    tonelift_video_default(&out);
    in.format = TONELIFT_FORMAT_NV12;
    in.width = in.height = 16;
    works = tonelift_output(&options, &in, &out, NULL) == TONELIFT_OK &&
            tonelift_filter_create(&filter, &options, &in, &out, NULL, NULL) == TONELIFT_OK;
    tonelift_filter_destroy(&filter);
    return GINT_TO_POINTER(works);
}

gboolean gst_tonelift_cuda_works(void) {
    static GOnce once = G_ONCE_INIT;
    return gst_tonelift_cuda_load() && GPOINTER_TO_INT(g_once(&once, try_tonelift, NULL));
}

void gst_tonelift_cuda_init(GstToneliftCuda* self) { g_mutex_init(&self->lock); }

static void replace_stream(GstToneliftCuda* self, gpointer stream) {
    if (self->stream) gst_mini_object_unref(self->stream);
    self->stream = stream;
}

void gst_tonelift_cuda_close(GstToneliftCuda* self) {
    replace_stream(self, NULL);
    g_mutex_lock(&self->lock);
    gst_clear_object((GstObject**)&self->context);
    g_mutex_unlock(&self->lock);
}

void gst_tonelift_cuda_clear(GstToneliftCuda* self) {
    gst_tonelift_cuda_close(self);
    g_mutex_clear(&self->lock);
}

static void new_stream(GstToneliftCuda* self) {
    replace_stream(self, cuda.has_streams ? cuda.gst_cuda_stream_new(self->context) : NULL);
}

static gboolean has_context(GstToneliftCuda* self) {
    gboolean result;
    g_mutex_lock(&self->lock);
    result = self->context != NULL;
    g_mutex_unlock(&self->lock);
    return result;
}

/* Searches without the lock. The search takes a lock of libgstcuda and asks other elements, while
 * another element that holds that lock can ask this element. A context that another thread gives
 * during the search is kept. */
static void search_context(GstToneliftCuda* self, GstElement* element, gint device_id) {
    g_mutex_lock(&self->lock);
    self->searcher = g_thread_self();
    g_mutex_unlock(&self->lock);
    cuda.gst_cuda_ensure_element_context(element, device_id, &self->found);
    g_mutex_lock(&self->lock);
    self->searcher = NULL;
    if (!self->context) self->context = g_steal_pointer(&self->found);
    g_mutex_unlock(&self->lock);
    gst_clear_object((GstObject**)&self->found);
}

gboolean gst_tonelift_cuda_open(GstToneliftCuda* self, GstElement* element, gint device_id) {
    if (!has_context(self)) search_context(self, element, device_id);
    if (!has_context(self)) return FALSE;
    if (!self->stream) new_stream(self);
    return TRUE;
}

/* The search gives its result to the element by this function, in the thread that searches. */
void gst_tonelift_cuda_set_context(GstToneliftCuda* self, GstElement* element, GstContext* context,
                                   gint device_id) {
    gboolean searches;

    if (!gst_tonelift_cuda_load()) return;
    g_mutex_lock(&self->lock);
    searches = self->searcher == g_thread_self();
    cuda.gst_cuda_handle_set_context(element, context, device_id,
                                     searches ? &self->found : &self->context);
    g_mutex_unlock(&self->lock);
}

gboolean gst_tonelift_cuda_answer_query(GstToneliftCuda* self, GstElement* element,
                                        GstQuery* query) {
    gboolean answered;
    if (!gst_tonelift_cuda_load()) return FALSE;
    g_mutex_lock(&self->lock);
    answered = self->context && cuda.gst_cuda_handle_context_query(element, query, self->context);
    g_mutex_unlock(&self->lock);
    return answered;
}

static gpointer context_of(GstBuffer* buffer) {
    GstMemory* memory = gst_buffer_n_memory(buffer) == 1 ? gst_buffer_peek_memory(buffer, 0) : NULL;
    return memory && cuda.gst_is_cuda_memory(memory) ? ((CudaMemory*)memory)->context : NULL;
}

gboolean gst_tonelift_cuda_is_ours(GstToneliftCuda* self, GstBuffer* buffer) {
    return self->context && context_of(buffer) == self->context;
}

gboolean gst_tonelift_cuda_can_follow(GstToneliftCuda* self, GstBuffer* buffer, gint device_id) {
    gpointer context = context_of(buffer);
    guint id = 0;

    if (!context || context == self->context) return FALSE;
    g_object_get(context, "cuda-device-id", &id, NULL);
    return device_id < 0 || id == (guint)device_id;
}

void gst_tonelift_cuda_follow(GstToneliftCuda* self, GstBuffer* buffer) {
    gpointer context = gst_object_ref(context_of(buffer));
    gst_tonelift_cuda_close(self);
    g_mutex_lock(&self->lock);
    self->context = context;
    g_mutex_unlock(&self->lock);
    new_stream(self);
}

static gpointer stream_handle(GstToneliftCuda* self) {
    return self->stream ? cuda.gst_cuda_stream_get_handle(self->stream) : NULL;
}

void gst_tonelift_cuda_describe(GstToneliftCuda* self, tonelift_device* device) {
    device->cuda_context = cuda.gst_cuda_context_get_handle(self->context);
    device->cuda_stream = stream_handle(self);
}

GstBufferPool* gst_tonelift_cuda_new_pool(GstToneliftCuda* self) {
    return cuda.gst_cuda_buffer_pool_new(self->context);
}

gboolean gst_tonelift_cuda_owns_pool(GstToneliftCuda* self, GstBufferPool* pool) {
    return G_TYPE_CHECK_INSTANCE_TYPE(pool, cuda.gst_cuda_buffer_pool_get_type()) &&
           ((CudaPool*)pool)->context == self->context;
}

gboolean gst_tonelift_cuda_share_stream(GstToneliftCuda* self, GstStructure* config) {
    gpointer theirs;

    if (!cuda.has_streams) return FALSE;
    theirs = cuda.gst_buffer_pool_config_get_cuda_stream(config);
    if (!theirs) {
        if (self->stream) cuda.gst_buffer_pool_config_set_cuda_stream(config, self->stream);
        return FALSE;
    }
    if (theirs == self->stream) {
        gst_mini_object_unref(theirs);
        return FALSE;
    }
    replace_stream(self, theirs);
    return TRUE;
}

gboolean gst_tonelift_cuda_in_order(GstToneliftCuda* self, GstBuffer* buffer) {
    return cuda.has_streams && self->stream &&
           cuda.gst_cuda_memory_get_stream(gst_buffer_peek_memory(buffer, 0)) == self->stream;
}

void gst_tonelift_cuda_wait_for_buffer(GstBuffer* buffer) {
    if (cuda.has_streams) cuda.gst_cuda_memory_sync(gst_buffer_peek_memory(buffer, 0));
}

void gst_tonelift_cuda_wait(GstToneliftCuda* self) {
    if (!cuda.gst_cuda_context_push(self->context)) return;
    if (cuda.CuStreamSynchronize(stream_handle(self)) != 0)
        GST_WARNING("waiting for the CUDA stream failed");
    cuda.gst_cuda_context_pop(NULL);
}

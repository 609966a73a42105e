/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "tonelift_vulkan.h"

#include "libavutil/error.h"
#include "libavutil/macros.h"
#include "libavutil/pixdesc.h"
#include "tonelift_video.h"

#if TL_HAVE_VULKAN

#include "libavutil/hwcontext_vulkan.h"
#include "libavutil/internal.h"

/* Since FFmpeg 9.0, a device states its queue flags (VkDeviceQueueCreateFlags). */
#if LIBAVUTIL_VERSION_MAJOR >= 61
#define QUEUE_FLAGS(device) ((device)->queue_flags)
#else
#define QUEUE_FLAGS(device) 0
#endif

/* The functions lock_queue() and unlock_queue() are deprecated after FFmpeg 7.1. They are used as
 * long as FFmpeg has them. */
#if LIBAVUTIL_VERSION_MAJOR < 60 || FF_API_VULKAN_SYNC_QUEUES
FF_DISABLE_DEPRECATION_WARNINGS
static void lock_queue(void* user, uint32_t family, uint32_t index) {
    AVHWDeviceContext* device = user;
    ((AVVulkanDeviceContext*)device->hwctx)->lock_queue(device, family, index);
}

static void unlock_queue(void* user, uint32_t family, uint32_t index) {
    AVHWDeviceContext* device = user;
    ((AVVulkanDeviceContext*)device->hwctx)->unlock_queue(device, family, index);
}

static void set_lock(tonelift_vulkan* vulkan, AVHWDeviceContext* device) {
    vulkan->user = device;
    vulkan->lock_queue = lock_queue;
    vulkan->unlock_queue = unlock_queue;
}
FF_ENABLE_DEPRECATION_WARNINGS
#else
static void set_lock(tonelift_vulkan* vulkan, AVHWDeviceContext* device) {}
#endif

/* Returns a queue family that supports compute work, preferably one without graphics, or NULL. */
static const AVVulkanDeviceQueueFamily* compute_family(const AVVulkanDeviceContext* device) {
    const AVVulkanDeviceQueueFamily* best = NULL;
    for (int i = 0; i < device->nb_qf; i++) {
        const AVVulkanDeviceQueueFamily* family = &device->qf[i];
        if (!(family->flags & VK_QUEUE_COMPUTE_BIT) || family->num < 1) continue;
        if (!best || (best->flags & ~family->flags & VK_QUEUE_GRAPHICS_BIT)) best = family;
    }
    return best;
}

int ff_tonelift_set_vulkan(tonelift_vulkan* vulkan, AVHWDeviceContext* device) {
    const AVVulkanDeviceContext* context = device->hwctx;
    const AVVulkanDeviceQueueFamily* family = compute_family(context);

    if (!family) return AVERROR(ENOTSUP);
    tonelift_vulkan_default(vulkan);
    vulkan->get_instance_proc_addr = (void (*)(void))context->get_proc_addr;
    vulkan->instance = context->inst;
    vulkan->physical_device = context->phys_dev;
    vulkan->device = context->act_dev;
    vulkan->features = &context->device_features;
    vulkan->queue_family = family->idx;
    vulkan->queue_index = family->num - 1;
    vulkan->queue_flags = QUEUE_FLAGS(context);
    set_lock(vulkan, device);
    return 0;
}

static AVHWFramesContext* frames_of(const AVFrame* frame) {
    return (AVHWFramesContext*)frame->hw_frames_ctx->data;
}

static int is_vulkan(const AVFrame* frame) {
    return frame->format == AV_PIX_FMT_VULKAN && frame->hw_frames_ctx;
}

/* Sets the top left corner of the visible part. A corner between two chroma samples is moved to the
 * previous chroma sample. */
static void set_place(tonelift_vulkan_frame* images, const AVFrame* frame) {
    const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(frames_of(frame)->sw_format);
    TLRectangle shown = ff_tonelift_visible(frame);
    images->x = shown.x >> format->log2_chroma_w << format->log2_chroma_w;
    images->y = shown.y >> format->log2_chroma_h << format->log2_chroma_h;
}

static void describe(tonelift_vulkan_frame* images, const AVFrame* frame) {
    const AVVkFrame* of = (const AVVkFrame*)frame->data[0];

    tonelift_vulkan_frame_default(images);
    for (size_t i = 0; i < FF_ARRAY_ELEMS(images->image); i++) {
        images->image[i] = (uint64_t)(uintptr_t)of->img[i];
        images->semaphore[i] = (uint64_t)(uintptr_t)of->sem[i];
        images->value[i] = of->sem_value[i];
        images->layout[i] = of->layout[i];
        images->queue_family[i] = of->queue_family[i];
    }
    set_place(images, frame);
}

static void store(const tonelift_vulkan_frame* images, const AVFrame* frame) {
    AVVkFrame* of = (AVVkFrame*)frame->data[0];

    for (size_t i = 0; i < FF_ARRAY_ELEMS(images->image) && images->image[i]; i++) {
        of->sem_value[i] = images->value[i];
        of->queue_family[i] = images->queue_family[i];
        if (of->layout[i] == images->layout[i]) continue;
        of->layout[i] = images->layout[i];
        of->access[i] = of->layout[i] == VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
                            ? VK_ACCESS_TRANSFER_WRITE_BIT
                            : VK_ACCESS_TRANSFER_READ_BIT;
    }
}

/* Returns the index of the first frame that has the same images as `frame`. Callers lock only this
 * first frame, because an image must not be locked twice. */
static int same_images(AVFrame* const* frames, int frame) {
    int i = 0;
    while (frames[i]->data[0] != frames[frame]->data[0]) i++;
    return i;
}

void ff_tonelift_lock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                             tonelift_vulkan_frame* images, int count) {
    for (int i = 0; i < count; i++) {
        int same = same_images(frames, i);
        AVHWFramesContext* of;
        if (!is_vulkan(frames[i])) continue;
        pictures[i].vulkan = &images[same];
        if (same < i) continue;
        of = frames_of(frames[i]);
        ((AVVulkanFramesContext*)of->hwctx)->lock_frame(of, (AVVkFrame*)frames[i]->data[0]);
        describe(&images[i], frames[i]);
    }
}

void ff_tonelift_unlock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                               const tonelift_vulkan_frame* images, int count) {
    for (int i = 0; i < count; i++) {
        AVHWFramesContext* of;
        pictures[i].vulkan = NULL;
        if (!is_vulkan(frames[i]) || same_images(frames, i) < i) continue;
        of = frames_of(frames[i]);
        store(&images[i], frames[i]);
        ((AVVulkanFramesContext*)of->hwctx)->unlock_frame(of, (AVVkFrame*)frames[i]->data[0]);
    }
}

#else

void ff_tonelift_lock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                             tonelift_vulkan_frame* images, int count) {}
void ff_tonelift_unlock_frames(AVFrame* const* frames, tonelift_frame* pictures,
                               const tonelift_vulkan_frame* images, int count) {}

#endif

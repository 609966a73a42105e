/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Frames in images of the caller's Vulkan device (tonelift_device.vulkan, tonelift_frame.vulkan).
 * Handles are numbers or void*, so that this header needs no Vulkan header.
 */
#ifndef TONELIFT_VULKAN_H
#define TONELIFT_VULKAN_H

#include <tonelift/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A Vulkan device of the caller, and one queue of this device. The device needs the features
 * bufferDeviceAddress, timelineSemaphore, maintenance4 and synchronization2. Its instance must be
 * made for Vulkan 1.3. Instance, device and queue must outlive every filter that uses them.
 * Thread-safety: plain data without locks.
 */
typedef struct tonelift_vulkan {
    size_t struct_size; /**< sizeof(tonelift_vulkan), set by tonelift_vulkan_default() */
    void (*get_instance_proc_addr)(
        void);             /**< PFN_vkGetInstanceProcAddr of the loader that made the instance */
    void* instance;        /**< VkInstance */
    void* physical_device; /**< VkPhysicalDevice */
    void* device;          /**< VkDevice */
    const void* features;  /**< VkPhysicalDeviceFeatures2 of the device, with its pNext chain. Only
                              tonelift_filter_create() reads it */
    uint32_t queue_family; /**< family of the queue, which must support compute work */
    uint32_t queue_index;  /**< index of the queue in its family */
    uint32_t queue_flags;  /**< VkDeviceQueueCreateFlags of the queue; default 0 */
    int reserved;          /**< must be 0 */
    void* user;            /**< passed to lock_queue and unlock_queue */
    void (*lock_queue)(void* user, uint32_t family,
                       uint32_t index); /**< called before each use of the queue. NULL if the
                                             caller never uses the queue during a call of the
                                             library */
    void (*unlock_queue)(void* user, uint32_t family, uint32_t index); /**< called after each use */
} tonelift_vulkan;

/** Fills the first `size` bytes of *vulkan with 0. NULL is allowed. */
TONELIFT_API void tonelift_vulkan_init(tonelift_vulkan* vulkan, size_t size);

/** Calls tonelift_vulkan_init() with the size of the struct in the program's headers. */
static inline void tonelift_vulkan_default(tonelift_vulkan* vulkan) {
    tonelift_vulkan_init(vulkan, sizeof(*vulkan));
}

/**
 * One picture, either in one multi-planar image or in one image per plane. Each texel of a plane's
 * image is one sample position of the plane. Input images need the usage TRANSFER_SRC, output
 * images TRANSFER_DST.
 *
 * The field `value` has a number for each semaphore. The work on a frame waits until each semaphore
 * reaches this number. When the library no longer accesses the images, the work signals each
 * semaphore with this number plus 1. The call itself may wait for the semaphores, so no semaphore
 * may depend on the return of the call. With a software implementation of Vulkan, a call returns
 * when its work is complete. A call stores the new values, layouts and queue families in this
 * struct.
 *
 * The caller must not use the images, the semaphores or this struct elsewhere during the call.
 * Frames of one call that share images must share the struct. Thread-safety: plain data without
 * locks.
 */
typedef struct tonelift_vulkan_frame {
    size_t struct_size;    /**< sizeof(tonelift_vulkan_frame), set by
                              tonelift_vulkan_frame_default() */
    uint64_t image[4];     /**< VkImage of each plane; or one VkImage of all planes, then 0 */
    uint64_t semaphore[4]; /**< timeline VkSemaphore of each image; 0: none */
    uint64_t value[4];     /**< value of each semaphore at which its image is ready */
    uint32_t layout[4]; /**< VkImageLayout of each image; default UNDEFINED, which is invalid for an
                           input */
    uint32_t queue_family[4]; /**< family that owns each image; default VK_QUEUE_FAMILY_IGNORED */
    int x; /**< column of the picture's first pixel in the image, a multiple of the subsampling */
    int y; /**< row of the picture's first pixel in the image, a multiple of the subsampling */
} tonelift_vulkan_frame;

/** Fills the first `size` bytes of *frame with a frame without images. NULL is allowed. */
TONELIFT_API void tonelift_vulkan_frame_init(tonelift_vulkan_frame* frame, size_t size);

/** Calls tonelift_vulkan_frame_init() with the size of the struct in the program's headers. */
static inline void tonelift_vulkan_frame_default(tonelift_vulkan_frame* frame) {
    tonelift_vulkan_frame_init(frame, sizeof(*frame));
}

#ifdef __cplusplus
}
#endif

#endif

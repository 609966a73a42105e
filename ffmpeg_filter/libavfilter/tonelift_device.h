/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Handles frames on a CUDA or Vulkan device: selects the device and the sample format, and makes a
 * frame pool for the output. Builds of FFmpeg without CUDA and Vulkan have no such frames.
 */
#ifndef AVFILTER_TONELIFT_DEVICE_H
#define AVFILTER_TONELIFT_DEVICE_H

#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include "compat.h"

/* Returns whether this build supports frames of a format in device memory. */
int ff_tonelift_has_device(enum AVPixelFormat format);

/* Returns whether the option device allows output frames of a format in device memory. */
int ff_tonelift_allows_device(const tonelift_options* options, enum AVPixelFormat format);

/* Returns the sample format of a link's frames, in host memory or on a device. */
enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link);

/* Gives the output link a pool of frames on a device, if such frames were negotiated. */
int ff_tonelift_make_device_output(AVFilterContext* ctx, const tonelift_options* options);

/* A device for libtonelift, and the struct that it points to if it is a Vulkan device. */
typedef struct TLDevice {
    tonelift_device device;
    tonelift_vulkan vulkan;
} TLDevice;

/* Describes where the frames of a configured filter are, and which device the filter uses. The
 * reference keeps that device alive. */
int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options, TLDevice* device,
                       AVBufferRef** reference);

#endif

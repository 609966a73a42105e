/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Handles frames on a CUDA or Vulkan device: selects the device and the sample format, and makes
 * the pool of output frames.
 */
#ifndef AVFILTER_TONELIFT_DEVICE_H
#define AVFILTER_TONELIFT_DEVICE_H

#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include "compat.h"

int ff_tonelift_has_device(enum AVPixelFormat format);

int ff_tonelift_allows_device(const tonelift_options* options, enum AVPixelFormat format);

enum AVPixelFormat ff_tonelift_link_format(AVFilterLink* link);

int ff_tonelift_make_device_output(AVFilterContext* ctx, const tonelift_options* options);

/* A device for libtonelift. The field device.vulkan is NULL or points to the field `vulkan`. */
typedef struct TLDevice {
    tonelift_device device;
    tonelift_vulkan vulkan;
} TLDevice;

/* Describes the device that the filter uses. The caller keeps *reference, because the reference
 * keeps the device alive. */
int ff_tonelift_device(AVFilterContext* ctx, const tonelift_options* options, TLDevice* device,
                       AVBufferRef** reference);

#endif

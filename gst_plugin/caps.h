/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Negotiates caps: finds all caps that the element can convert, and selects the output caps for a
 * fixed input.
 */
#ifndef GST_TONELIFT_CAPS_H
#define GST_TONELIFT_CAPS_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Caps feature of CUDA memory. Defined here, because libgstcuda is optional. */
#define GST_TONELIFT_CUDA_MEMORY "memory:CUDAMemory"

typedef enum { GST_TONELIFT_SYSTEM_ONLY, GST_TONELIFT_SYSTEM_AND_CUDA } GstToneliftMemory;

GstCaps* gst_tonelift_template_caps(void);

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps);

GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     const GstCaps* caps);

/* Sorts the formats in the query's result in the order of the pad templates, because upstream
 * elements often take the first format. */
void gst_tonelift_order_formats(GstQuery* query);

/* Returns the first caps of `choices` that the element can output for the input `in`. Caps with the
 * format that the option `format` names are tried first, then caps in the same kind of memory as
 * `in`. Returns NULL if none of them is possible. The log then states why. */
GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log);

/* Returns the previous output caps `before` if they are still valid for the new input and similar
 * to the new caps `chosen`, else NULL. */
GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen);

/* Returns the name of the color property without which gst_tonelift_choose_output() would succeed,
 * or NULL if there is none. */
const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices);

/* Describes the output for `structure`, whose fields can still be ranges or lists. Returns FALSE if
 * no output is possible. */
gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Declares the options of options.def as properties of the element.
 */
#ifndef GST_TONELIFT_OPTIONS_H
#define GST_TONELIFT_OPTIONS_H

#include <glib-object.h>
#include <tonelift/tonelift.h>

guint gst_tonelift_options_count(void);

void gst_tonelift_options_install(GObjectClass* object_class, guint first);

/* init() sets the defaults. *options owns its strings; clear() frees them. */
void gst_tonelift_options_init(tonelift_options* options);
void gst_tonelift_options_clear(tonelift_options* options);

void gst_tonelift_options_set(tonelift_options* options, guint index, const GValue* value);
void gst_tonelift_options_get(const tonelift_options* options, guint index, GValue* value);

gboolean gst_tonelift_options_is_live(guint index);

typedef enum { GST_TONELIFT_OPTIONS_ALL, GST_TONELIFT_OPTIONS_LIVE } GstToneliftOptionsPart;

void gst_tonelift_options_copy(tonelift_options* to, const tonelift_options* from,
                               GstToneliftOptionsPart part);

/* Returns N of device=cudaN, or -1. */
gint gst_tonelift_options_gpu(const tonelift_options* options);

/* Returns whether a new filter with these options writes its stats_file. */
gboolean gst_tonelift_options_write_statistics(const tonelift_options* options);

/* Sets live options of *owner that still have the values of *refused to the values of *before. */
void gst_tonelift_options_take_back(tonelift_options* owner, const tonelift_options* refused,
                                    const tonelift_options* before);

#endif

/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The options of options.def as properties of the element: in-transfer for in_transfer, enums with
 * nicks.
 */
#ifndef GST_TONELIFT_OPTIONS_H
#define GST_TONELIFT_OPTIONS_H

#include <glib-object.h>
#include <tonelift/tonelift.h>

/* The number of options; they are counted from 0 in the order of options.def. */
guint gst_tonelift_options_count(void);

/* Installs every option as a property; the first one gets the number `first`, the next one more. */
void gst_tonelift_options_install(GObjectClass* object_class, guint first);

/* Initializes options that own their strings, which start as the defaults and are cleared at the
 * end. */
void gst_tonelift_options_init(tonelift_options* options);
void gst_tonelift_options_clear(tonelift_options* options);

void gst_tonelift_options_set(tonelift_options* options, guint index, const GValue* value);
void gst_tonelift_options_get(const tonelift_options* options, guint index, GValue* value);

/* Whether a change takes effect while the stream runs. */
gboolean gst_tonelift_options_is_live(guint index);

/* The options to copy. */
typedef enum { GST_TONELIFT_OPTIONS_ALL, GST_TONELIFT_OPTIONS_LIVE } GstToneliftOptionsPart;

void gst_tonelift_options_copy(tonelift_options* to, const tonelift_options* from,
                               GstToneliftOptionsPart part);

#endif

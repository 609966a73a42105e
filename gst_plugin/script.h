/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Keeps the text of the script, because the script's file can change while the stream runs.
 */
#ifndef GST_TONELIFT_SCRIPT_H
#define GST_TONELIFT_SCRIPT_H

#include <tonelift/tonelift.h>

#include <glib.h>

typedef struct {
    gchar* file;
    gchar* text; /* NULL if no script is kept */
    gboolean applied;
} GstToneliftScript;

void gst_tonelift_script_keep(GstToneliftScript* self, const tonelift_options* options);
void gst_tonelift_script_forget(GstToneliftScript* self);

tonelift_options gst_tonelift_script_apply(const GstToneliftScript* self,
                                           const tonelift_options* options);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
#include "script.h"

void gst_tonelift_script_forget(GstToneliftScript* self) {
    g_clear_pointer(&self->file, g_free);
    g_clear_pointer(&self->text, g_free);
    self->applied = FALSE;
}

void gst_tonelift_script_keep(GstToneliftScript* self, const tonelift_options* options) {
    gst_tonelift_script_forget(self);
    if (!options->script || !*options->script) return;
    if (g_file_get_contents(options->script, &self->text, NULL, NULL))
        self->file = g_strdup(options->script);
}

tonelift_options gst_tonelift_script_apply(const GstToneliftScript* self,
                                           const tonelift_options* options) {
    tonelift_options result = *options;
    if (self->text && !g_strcmp0(options->script, self->file)) {
        result.script = NULL;
        result.script_text = self->text;
    }
    return result;
}

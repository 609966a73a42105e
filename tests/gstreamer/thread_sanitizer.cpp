// SPDX-License-Identifier: BSD-2-Clause
// Tells ThreadSanitizer about GLib's locks, which it cannot see because GLib is not instrumented.
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

namespace {

template <typename Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void g_mutex_lock(GMutex* mutex) {
    static const auto lock = next(&g_mutex_lock, "g_mutex_lock");
    __tsan_mutex_pre_lock(mutex, 0);
    lock(mutex);
    __tsan_mutex_post_lock(mutex, 0, 0);
}

__attribute__((visibility("default"))) gboolean g_mutex_trylock(GMutex* mutex) {
    static const auto try_lock = next(&g_mutex_trylock, "g_mutex_trylock");
    __tsan_mutex_pre_lock(mutex, __tsan_mutex_try_lock);
    const gboolean locked = try_lock(mutex);
    const unsigned failed = locked ? 0 : __tsan_mutex_try_lock_failed;
    __tsan_mutex_post_lock(mutex, __tsan_mutex_try_lock | failed, 0);
    return locked;
}

__attribute__((visibility("default"))) void g_mutex_unlock(GMutex* mutex) {
    static const auto unlock = next(&g_mutex_unlock, "g_mutex_unlock");
    __tsan_mutex_pre_unlock(mutex, 0);
    unlock(mutex);
    __tsan_mutex_post_unlock(mutex, 0);
}

__attribute__((visibility("default"))) void g_mutex_clear(GMutex* mutex) {
    static const auto clear = next(&g_mutex_clear, "g_mutex_clear");
    __tsan_mutex_destroy(mutex, 0);
    clear(mutex);
}

__attribute__((visibility("default"))) void g_cond_wait(GCond* condition, GMutex* mutex) {
    static const auto wait = next(&g_cond_wait, "g_cond_wait");
    __tsan_mutex_pre_unlock(mutex, 0);
    __tsan_mutex_post_unlock(mutex, 0);
    wait(condition, mutex);
    __tsan_mutex_pre_lock(mutex, 0);
    __tsan_mutex_post_lock(mutex, 0, 0);
}

__attribute__((visibility("default"))) gboolean g_cond_wait_until(GCond* condition, GMutex* mutex,
                                                                  gint64 end) {
    static const auto wait = next(&g_cond_wait_until, "g_cond_wait_until");
    __tsan_mutex_pre_unlock(mutex, 0);
    __tsan_mutex_post_unlock(mutex, 0);
    const gboolean signaled = wait(condition, mutex, end);
    __tsan_mutex_pre_lock(mutex, 0);
    __tsan_mutex_post_lock(mutex, 0, 0);
    return signaled;
}

}  // extern "C"

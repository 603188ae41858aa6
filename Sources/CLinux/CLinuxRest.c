#include <stdbool.h>

// libdispatch counts the runnable ones among its worker threads once a second, to add some where all are blocked. The
// timer of it starts with the first worker and never ends: the daemon would wake the machine once a second at rest.
// Nothing here blocks a worker that others need (blocking calls have threads of their own), so nothing is lost without
// the count.
//
// The linker puts these in place of libdispatch's functions (`--wrap`, Package.swift: target `stet`), which works where
// libdispatch is linked statically, as in the release build; elsewhere they are never called. `scripts/bench rest` shows
// whether it holds with another toolchain. In Swift they could not be written: they run below its runtime.

bool __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);

bool __wrap__dispatch_workq_worker_register(void *queue) {
  (void)queue;
  return false;
}

void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }

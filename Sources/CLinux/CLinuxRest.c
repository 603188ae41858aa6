#include <stdbool.h>

// libdispatch counts its runnable worker threads once a second, to add some if all are blocked. The timer for that
// starts with the first worker and never ends, so the daemon would wake the machine once a second at rest. Stet blocks
// no worker that other work needs (blocking calls have threads of their own: decision 72), so the count is not needed.
//
// The linker replaces libdispatch's functions by these (`--wrap`, Package.swift: target `stet`). This works if
// libdispatch is linked statically, as in the release build; otherwise they are never called. `scripts/bench rest`
// shows whether it works with another toolchain. They cannot be written in Swift, because they run below its runtime.

bool __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);

bool __wrap__dispatch_workq_worker_register(void *queue) {
  (void)queue;
  return false;
}

void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }

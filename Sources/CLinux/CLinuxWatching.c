#define _GNU_SOURCE
#include "CLinuxWatching.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

int clinux_wake_descriptor(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int clinux_wait_readable(int first, int second, int64_t nanoseconds) {
  struct pollfd descriptors[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = ppoll(descriptors, 2, nanoseconds < 0 ? NULL : &time, NULL);
  if (count <= 0) return 0;
  return (descriptors[0].revents != 0 ? 1 : 0) | (descriptors[1].revents != 0 ? 2 : 0);
}

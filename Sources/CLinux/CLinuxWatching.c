#define _GNU_SOURCE
#include "CLinuxWatching.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
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

int clinux_mount_number(int descriptor, uint64_t *mount) {
  struct statx status;
  if (statx(descriptor, "", AT_EMPTY_PATH | AT_NO_AUTOMOUNT, STATX_MNT_ID, &status) != 0) return -1;
  if (status.stx_mask & STATX_MNT_ID) {
    *mount = status.stx_mnt_id;
  } else {
    *mount = ((uint64_t)status.stx_dev_major << 32) | status.stx_dev_minor;
  }
  return 0;
}

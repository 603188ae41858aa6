#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/fanotify.h>
#include <unistd.h>

int clinux_opens_queue(void) {
  int queue = fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_NONBLOCK | FAN_REPORT_FID, O_RDONLY);
  return queue < 0 ? -errno : queue;
}

// Writes the type in four bytes, then the handle's bytes; returns 0 if it is too long.
static int flatten(const struct file_handle *handle, unsigned char *to) {
  if (handle->handle_bytes > 124) return 0;
  memcpy(to, &handle->handle_type, 4);
  memcpy(to + 4, handle->f_handle, handle->handle_bytes);
  return 4 + (int)handle->handle_bytes;
}

int clinux_opens_mark(int queue, int directory, const char *name, unsigned char *handle) {
  union {
    struct file_handle handle;
    unsigned char room[sizeof(struct file_handle) + 124];
  } found;
  int mount;
  found.handle.handle_bytes = 124;
  if (name_to_handle_at(directory, name, &found.handle, &mount, 0) < 0) return -errno;
  uint64_t events = FAN_OPEN | FAN_ACCESS | FAN_MODIFY | FAN_CLOSE;
  if (fanotify_mark(queue, FAN_MARK_ADD | FAN_MARK_DONT_FOLLOW, events, directory, name) < 0) return -errno;
  return flatten(&found.handle, handle);
}

int clinux_opens_take(int queue, struct clinux_opened *events) {
  _Alignas(struct fanotify_event_metadata) unsigned char room[16384];
  ssize_t length = read(queue, room, sizeof room);
  if (length < 0) return errno == EAGAIN ? 0 : -errno;
  int count = 0;
  struct fanotify_event_metadata *event = (struct fanotify_event_metadata *)room;
  while (FAN_EVENT_OK(event, length) && count < clinux_opens_most) {
    struct clinux_opened *found = &events[count++];
    memset(found, 0, sizeof *found);
    found->process = event->pid;
    found->was_opened = (event->mask & FAN_OPEN) != 0;
    found->was_read = (event->mask & FAN_ACCESS) != 0;
    found->was_closed = (event->mask & FAN_CLOSE_NOWRITE) != 0;
    found->was_written = (event->mask & FAN_MODIFY) != 0;
    if (!(event->mask & FAN_Q_OVERFLOW) && event->event_len > event->metadata_len) {
      struct fanotify_event_info_fid *record =
          (struct fanotify_event_info_fid *)((unsigned char *)event + event->metadata_len);
      if (record->hdr.info_type == FAN_EVENT_INFO_TYPE_FID)
        found->length = flatten((struct file_handle *)record->handle, found->handle);
    }
    event = FAN_EVENT_NEXT(event, length);
  }
  return count;
}

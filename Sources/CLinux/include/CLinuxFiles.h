// Functions that Swift cannot call: system calls without a glibc wrapper, and declarations that glibc shows only under
// `_GNU_SOURCE`, which Swift's Glibc module does not define.
#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stdint.h>
#include <sys/types.h>
// Extended attributes; not part of Swift's Glibc module.
#include <sys/xattr.h>

/// Opens `path` below `directory` by `openat2` with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS.
///
/// glibc 2.36 has no wrapper. `mode` applies only if `flags` create a file. Returns the descriptor or a negated errno,
/// so that no code between here and Swift can change it.
int clinux_open_beneath(int directory, const char *path, int flags, unsigned int mode);

/// glibc's `renameat2`, declared only under `_GNU_SOURCE`.
int renameat2(int old_directory, const char *old_path, int new_directory, const char *new_path, unsigned int flags);

/// glibc's `syncfs`, declared only under `_GNU_SOURCE`.
int syncfs(int descriptor);

/// The number of the file system's kind (`f_type` of `fstatfs`, which Swift's Glibc lacks); 0 if it is not known.
uint32_t clinux_file_system_kind(int descriptor);

/// Starts writing a part of a file to the device without waiting (`sync_file_range`, declared only under
/// `_GNU_SOURCE`); -1 with `errno` set.
int clinux_begin_writing(int descriptor, off_t offset, off_t count);

/// The fields of `statx` beyond `stat`.
struct clinux_identity {
  /// The inode number.
  uint64_t inode;
  /// The device number in the form of `stat`.
  uint64_t device;
  /// The birth time in nanoseconds since 1970; 0 if the file system does not store one.
  int64_t birth;
  /// The id of the mount; 0 if the kernel does not report it (before 5.8).
  uint64_t mount;
  /// 1 if a mount starts at this very path.
  int is_mount_root;
};

/// Calls `statx` for a name in a folder without following a link; an empty name means the descriptor itself.
///
/// `struct statx` exists only under `_GNU_SOURCE`. Returns 0 or a negated errno.
int clinux_identify(int directory, const char *name, struct clinux_identity *identity);

/// Creates a queue of events for opened, read, written and closed marked files (`fanotify_init`, by handle, without
/// privilege); returns the descriptor or a negated errno.
///
/// Swift's Glibc module has no `sys/fanotify.h`.
int clinux_opens_queue(void);

/// Marks the current file of a name in a folder, and writes its handle to `handle`, which must have 128 bytes: the type
/// first, then the file system's handle. No link is followed.
///
/// Returns the handle's length or a negated errno.
int clinux_opens_mark(int queue, int directory, const char *name, unsigned char *handle);

/// An event of a marked file.
struct clinux_opened {
  /// The process id; 0 if the kernel does not report it.
  int process;
  /// Whether the process opened the file.
  int was_opened;
  /// Whether the process read the file.
  int was_read;
  /// Whether the process closed a read-only descriptor of the file, perhaps one that another process opened.
  int was_closed;
  /// Whether a process wrote or truncated the file.
  int was_written;
  /// The handle of `clinux_opens_mark`; empty if events were lost.
  unsigned char handle[128];
  /// The handle's length.
  int length;
};

/// The largest number of events in one call: each has at least 24 bytes.
enum { clinux_opens_most = 16384 / 24 };

/// Reads up to `clinux_opens_most` events; returns their number, 0 if there are none, or a negated errno.
///
/// The records have variable length and are nested, and their layout is defined by a C header.
int clinux_opens_take(int queue, struct clinux_opened *events);

/// Constants declared only under `_GNU_SOURCE`.
extern const int clinux_o_path;
/// Opens without changing the access time; owner only.
extern const int clinux_o_noatime;
/// The `fcntl` command that takes or releases a lease.
extern const int clinux_f_setlease;
/// The `fcntl` command that returns the held lease.
extern const int clinux_f_getlease;
/// The `renameat2` flag that forbids replacing.
extern const unsigned int clinux_rename_noreplace;
/// The `renameat2` flag that exchanges.
extern const unsigned int clinux_rename_exchange;

/// Returns the free memory of the allocator to the system (malloc_trim(3)).
void clinux_release_memory(void);

/// Makes all threads that start later share the allocator's first arena (mallopt(3), M_ARENA_MAX).
void clinux_share_arena(void);

#endif

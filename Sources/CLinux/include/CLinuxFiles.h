// What Swift cannot call: system calls without a glibc wrapper, and declarations that glibc shows only under
// `_GNU_SOURCE`, which Swift's Glibc module does not define.
#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stdint.h>
#include <sys/types.h>
// Extended attributes; not part of Swift's Glibc module.
#include <sys/xattr.h>

/// Opens `path` below `directory` by `openat2` with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS.
///
/// glibc 2.36 has no wrapper. `mode` counts only where `flags` create. Returns the descriptor or a negated errno, so
/// that nothing that runs before Swift looks can change it.
int clinux_open_beneath(int directory, const char *path, int flags, unsigned int mode);

/// glibc's `renameat2`, declared only under `_GNU_SOURCE`.
int renameat2(int old_directory, const char *old_path, int new_directory, const char *new_path, unsigned int flags);

/// glibc's `syncfs`, declared only under `_GNU_SOURCE`.
int syncfs(int descriptor);

/// Has the device begin with what was written to a part of a file, without waiting (`sync_file_range`, declared only under
/// `_GNU_SOURCE`); -1 with `errno` set.
int clinux_begin_writing(int descriptor, off_t offset, off_t count);

/// What `statx` says beyond `stat`.
struct clinux_identity {
  /// Inode number.
  uint64_t inode;
  /// Device number, composed as `stat` has it.
  uint64_t device;
  /// Time of birth in nanoseconds since 1970; 0 where the file system keeps none.
  int64_t birth;
  /// Id of the mount; 0 where the kernel does not say (before 5.8).
  uint64_t mount;
  /// 1 where a mount begins at this very place.
  int is_mount_root;
};

/// `statx` of a name in a folder, without following a link; an empty name means the descriptor itself.
///
/// `struct statx` exists only under `_GNU_SOURCE`. Returns 0 or a negated errno.
int clinux_identify(int directory, const char *name, struct clinux_identity *identity);

/// A queue that is told when marked files are opened, read, written or closed (`fanotify_init`, by handle, without privilege);
/// the descriptor or a negated errno.
///
/// Swift's Glibc module has no `sys/fanotify.h`.
int clinux_opens_queue(void);

/// Marks the file that a name in a folder stands for now, and writes its handle to `handle`, which has room for 128
/// bytes: type first, then what the file system calls the file by. No link is followed.
///
/// Returns the handle's length or a negated errno.
int clinux_opens_mark(int queue, int directory, const char *name, unsigned char *handle);

/// What happened to a marked file.
struct clinux_opened {
  /// The process; 0 where the kernel does not tell whose it was.
  int process;
  /// Whether somebody read from the file, or closed it without having been able to write.
  int was_read;
  /// Whether somebody wrote to the file or cut it.
  int was_written;
  /// The handle as `clinux_opens_mark` gave it; empty where events were lost.
  unsigned char handle[128];
  /// Its length.
  int length;
};

/// How many events one taking gives at most: none has less than 24 bytes.
enum { clinux_opens_most = 16384 / 24 };

/// Takes events, up to `clinux_opens_most`; their number, 0 where none waits, or a negated errno.
///
/// The records are of variable length, one within the other, and their layout is a C header's.
int clinux_opens_take(int queue, struct clinux_opened *events);

/// Constants declared only under `_GNU_SOURCE`.
extern const int clinux_o_path;
/// Opens without changing the access time; owner only.
extern const int clinux_o_noatime;
/// `fcntl` command that takes or gives back a lease.
extern const int clinux_f_setlease;
/// `fcntl` command that asks for the lease held.
extern const int clinux_f_getlease;
/// `renameat2` flag: never replace.
extern const unsigned int clinux_rename_noreplace;
/// `renameat2` flag: exchange.
extern const unsigned int clinux_rename_exchange;

#endif

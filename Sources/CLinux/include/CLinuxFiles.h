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

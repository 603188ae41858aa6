#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

const int clinux_o_path = O_PATH;
const int clinux_o_noatime = O_NOATIME;
const int clinux_f_setlease = F_SETLEASE;
const int clinux_f_getlease = F_GETLEASE;
const unsigned int clinux_rename_noreplace = RENAME_NOREPLACE;
const unsigned int clinux_rename_exchange = RENAME_EXCHANGE;

int clinux_open_beneath(int directory, const char *path, int flags, unsigned int mode) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)(unsigned int)flags;
  how.mode = (flags & O_CREAT) ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long result = syscall(SYS_openat2, directory, path, &how, sizeof how);
  return result < 0 ? -errno : (int)result;
}

// Linux 6.8; older headers lack a name for it, and older kernels answer with an id that the next mount may get.
#define MOUNT_ID_UNIQUE 0x4000U

int clinux_identify(int directory, const char *name, struct clinux_identity *identity) {
  struct statx facts;
  int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (*name ? 0 : AT_EMPTY_PATH);
  if (statx(directory, name, flags, STATX_INO | STATX_BTIME | STATX_MNT_ID | MOUNT_ID_UNIQUE, &facts) < 0) return -errno;
  memset(identity, 0, sizeof *identity);
  identity->inode = facts.stx_ino;
  identity->device = makedev(facts.stx_dev_major, facts.stx_dev_minor);
  if (facts.stx_mask & STATX_BTIME)
    identity->birth = (int64_t)facts.stx_btime.tv_sec * 1000000000 + facts.stx_btime.tv_nsec;
  if (facts.stx_mask & (STATX_MNT_ID | MOUNT_ID_UNIQUE)) identity->mount = facts.stx_mnt_id;
  identity->is_mount_root = (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  return 0;
}

uint32_t clinux_file_system_kind(int descriptor) {
  struct statfs facts;
  return fstatfs(descriptor, &facts) == 0 ? (uint32_t)facts.f_type : 0;
}

int clinux_begin_writing(int descriptor, off_t offset, off_t count) {
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

void clinux_release_memory(void) { malloc_trim(0); }

void clinux_share_arena(void) { mallopt(M_ARENA_MAX, 1); }

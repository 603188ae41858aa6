#ifndef STET_CGIT2_SHIM_H
#define STET_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

// Loose objects are read and written here with zlib (which libgit2 is built on): libgit2 1.5 never returns from
// reading a loose object whose file was cut short.
#include <zlib.h>

// Swift cannot call C variadics: git_libgit2_opts takes them, one wrapper an option.

/// Search path of one configuration level; an empty string hides the user's and the system's files.
static inline int stet_git_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

/// Upper bound of the memory that libgit2 keeps for parsed objects, in bytes.
static inline int stet_git_set_cache_max_size(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

/// Whether objects that were read are kept in memory; damage on disk is seen only without.
static inline int stet_git_enable_caching(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_CACHING, enabled);
}

/// Upper bound of the memory that libgit2 maps of pack files, in bytes.
static inline int stet_git_set_mapped_limit(size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, bytes);
}

/// Whether packs and references are flushed to the device when written.
static inline int stet_git_enable_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

/// Whether objects named by a new object must exist; we write parents after children only, and check ourselves.
static inline int stet_git_strict_object_creation(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, enabled);
}

/// Whether a repository of another owner may be opened.
static inline int stet_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

#endif

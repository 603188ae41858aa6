#ifndef STET_CGIT2_CALLS_H
#define STET_CGIT2_CALLS_H

#include <stddef.h>
#include <sys/types.h>

// Swift cannot call C variadics: git_libgit2_opts takes them, one wrapper an option.

/// Search path of one configuration level; an empty string hides the user's and the system's files.
int stet_git_set_search_path(int level, const char *path);

/// Upper bound of the memory that libgit2 keeps for parsed objects, in bytes.
int stet_git_set_cache_max_size(ssize_t bytes);

/// Whether objects that were read are kept in memory; damage on disk is seen only without.
int stet_git_enable_caching(int enabled);

/// Upper bound of the memory that libgit2 maps of pack files, in bytes.
int stet_git_set_mapped_limit(size_t bytes);

/// Size of one mapped part of a pack file, in bytes.
int stet_git_set_window_size(size_t bytes);

/// Whether packs and references are flushed to the device when written.
int stet_git_enable_fsync(int enabled);

/// Whether objects named by a new object must exist; we write parents after children only, and check ourselves.
int stet_git_strict_object_creation(int enabled);

/// Whether a repository of another owner may be opened.
int stet_git_set_owner_validation(int enabled);

#endif

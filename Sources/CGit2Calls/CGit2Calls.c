// libgit2's functions under their own names, for Swift: the library is loaded when the first of them is called.
//
// It brings a dozen others with it (Kerberos, two of TLS, ssh), which take 2.5 ms of each start of a program. A command
// that only asks the daemon needs none of them and takes 2 ms in all. The linker cannot put the loading off, and in
// Swift each function would be cast from an untyped pointer: here the compiler holds each to libgit2's own declaration.

#include <git2/common.h>
// Theirs are visible to other libraries; libgit2 would then call itself through these.
#undef GIT_EXTERN
#define GIT_EXTERN(type) extern __attribute__((visibility("hidden"))) type
#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

#include <CGit2Calls.h>
#include <CLoading.h>

#define LIBRARY "libgit2.so." LIBGIT2_SOVERSION

#define CALL(type, name, parameters, arguments)                                                                        \
  CLOADING_CALL(LIBRARY, type, name, parameters, arguments)

CALL(int, git_attr_cache_flush, (git_repository *repo), (repo))
CALL(int, git_attr_get, (const char **value_out, git_repository *repo, uint32_t flags, const char *path,
     const char *name),
     (value_out, repo, flags, path, name))
CALL(git_attr_value_t, git_attr_value, (const char *attr), (attr))
CALL(void, git_config_free, (git_config *cfg), (cfg))
CALL(int, git_config_get_bool, (int *out, const git_config *cfg, const char *name), (out, cfg, name))
CALL(int, git_config_get_int32, (int32_t *out, const git_config *cfg, const char *name), (out, cfg, name))
CALL(int, git_config_get_string, (const char **out, const git_config *cfg, const char *name), (out, cfg, name))
CALL(int, git_config_open_ondisk, (git_config **out, const char *path), (out, path))
CALL(int, git_config_snapshot, (git_config **out, git_config *config), (out, config))
CALL(void, git_error_clear, (void), ())
CALL(const git_error *, git_error_last, (void), ())
CALL(int, git_ignore_add_rule, (git_repository *repo, const char *rules), (repo, rules))
CALL(int, git_ignore_path_is_ignored, (int *ignored, git_repository *repo, const char *path), (ignored, repo, path))
CALL(int, git_index_add, (git_index *index, const git_index_entry *source_entry), (index, source_entry))
CALL(void, git_index_free, (git_index *index), (index))
CALL(int, git_index_new, (git_index **out), (out))
CALL(int, git_libgit2_init, (void), ())
CALL(int, git_odb_add_backend, (git_odb *odb, git_odb_backend *backend, int priority), (odb, backend, priority))
CALL(void *, git_odb_backend_data_alloc, (git_odb_backend *backend, size_t len), (backend, len))
CALL(int, git_odb_backend_loose, (git_odb_backend **out, const char *objects_dir, int compression_level,
     int do_fsync, unsigned int dir_mode, unsigned int file_mode),
     (out, objects_dir, compression_level, do_fsync, dir_mode, file_mode))
CALL(int, git_odb_backend_one_pack, (git_odb_backend **out, const char *index_file), (out, index_file))
CALL(int, git_odb_exists_ext, (git_odb *db, const git_oid *id, unsigned int flags), (db, id, flags))
CALL(void, git_odb_free, (git_odb *db), (db))
CALL(int, git_odb_hash, (git_oid *out, const void *data, size_t len, git_object_t type), (out, data, len, type))
CALL(int, git_odb_init_backend, (git_odb_backend *backend, unsigned int version), (backend, version))
CALL(int, git_odb_new, (git_odb **out), (out))
CALL(const void *, git_odb_object_data, (git_odb_object *object), (object))
CALL(void, git_odb_object_free, (git_odb_object *object), (object))
CALL(size_t, git_odb_object_size, (git_odb_object *object), (object))
CALL(git_object_t, git_odb_object_type, (git_odb_object *object), (object))
CALL(int, git_odb_open_wstream, (git_odb_stream **out, git_odb *db, git_object_size_t size, git_object_t type),
     (out, db, size, type))
CALL(int, git_odb_read, (git_odb_object **out, git_odb *db, const git_oid *id), (out, db, id))
CALL(int, git_odb_read_header, (size_t *len_out, git_object_t *type_out, git_odb *db, const git_oid *id),
     (len_out, type_out, db, id))
CALL(int, git_odb_stream_finalize_write, (git_oid *out, git_odb_stream *stream), (out, stream))
CALL(void, git_odb_stream_free, (git_odb_stream *stream), (stream))
CALL(int, git_odb_stream_write, (git_odb_stream *stream, const char *buffer, size_t len), (stream, buffer, len))
CALL(void, git_packbuilder_free, (git_packbuilder *pb), (pb))
CALL(int, git_packbuilder_insert, (git_packbuilder *pb, const git_oid *id, const char *name), (pb, id, name))
CALL(int, git_packbuilder_new, (git_packbuilder **out, git_repository *repo), (out, repo))
CALL(int, git_packbuilder_write, (git_packbuilder *pb, const char *path, unsigned int mode,
     git_indexer_progress_cb progress_cb, void *progress_cb_payload),
     (pb, path, mode, progress_cb, progress_cb_payload))
CALL(int, git_repository_config_snapshot, (git_config **out, git_repository *repo), (out, repo))
CALL(void, git_repository_free, (git_repository *repo), (repo))
CALL(int, git_repository_open_ext, (git_repository **out, const char *path, unsigned int flags,
     const char *ceiling_dirs),
     (out, path, flags, ceiling_dirs))
CALL(int, git_repository_set_index, (git_repository *repo, git_index *index), (repo, index))
CALL(int, git_repository_set_odb, (git_repository *repo, git_odb *odb), (repo, odb))

static int (*option(void))(int, ...) { return CLOADING_FUNCTION(LIBRARY, git_libgit2_opts); }

int stet_git_set_search_path(int level, const char *path) { return option()(GIT_OPT_SET_SEARCH_PATH, level, path); }

int stet_git_set_cache_max_size(ssize_t bytes) { return option()(GIT_OPT_SET_CACHE_MAX_SIZE, bytes); }

int stet_git_enable_caching(int enabled) { return option()(GIT_OPT_ENABLE_CACHING, enabled); }

int stet_git_set_mapped_limit(size_t bytes) { return option()(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, bytes); }

int stet_git_set_window_size(size_t bytes) { return option()(GIT_OPT_SET_MWINDOW_SIZE, bytes); }

int stet_git_enable_fsync(int enabled) { return option()(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled); }

int stet_git_strict_object_creation(int enabled) { return option()(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, enabled); }

int stet_git_set_owner_validation(int enabled) { return option()(GIT_OPT_SET_OWNER_VALIDATION, enabled); }

#ifndef STET_CGIT2_SHIM_H
#define STET_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

// Loose objects are read and written here with zlib (which libgit2 is built on): libgit2 1.5 never returns from
// reading a loose object whose file was cut short.
#include <zlib.h>

#endif

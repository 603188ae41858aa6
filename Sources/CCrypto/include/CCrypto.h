// SHA-256 and SHA-1 with libcrypto, which libcurl depends on; the first hash loads the library.
//
// Swift code takes 3 s or more for a gigabyte, since it cannot call the processor's hash instructions. Commands without
// a large file or an index do not load the library, which would add 2 ms to each start.
#ifndef STET_CCRYPTO_H
#define STET_CCRYPTO_H

#include <stddef.h>

/// Begins a SHA-256, or a SHA-1 if `is_sha1` is not 0; returns NULL without memory. Exits the process if the library is
/// missing, as the dynamic linker does for a linked library.
void *ccrypto_begin(int is_sha1);

/// Adds bytes; returns 1 on success.
int ccrypto_add(void *context, const void *bytes, size_t count);

/// Writes the 32 bytes of the SHA-256, or the 20 bytes of the SHA-1, of all bytes so far; returns 1 on success. No more
/// bytes can be added then.
int ccrypto_end(void *context, unsigned char *hash);

/// Frees a hash from `ccrypto_begin`.
void ccrypto_free(void *context);

/// Writes the 20 bytes of the SHA-1 of bytes. Exits the process if the library fails, as without memory.
void ccrypto_sha1(const void *bytes, size_t count, unsigned char *hash);

#endif

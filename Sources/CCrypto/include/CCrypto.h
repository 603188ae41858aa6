// SHA-256 and SHA-1 by libcrypto, which libcurl brings; the library is loaded when the first hash begins.
//
// In Swift alone a gigabyte takes 3 s and more: the processor's own instructions cannot be called from it. Commands that
// meet no large file and no index do not load it (it would take 2 ms of each start).
#ifndef STET_CCRYPTO_H
#define STET_CCRYPTO_H

#include <stddef.h>

/// Begins a hash; NULL where there is no memory. The program ends where the library is missing, as it does for one that
/// it is linked with.
void *ccrypto_sha256_begin(void);

/// Adds bytes; 1 where that went well.
int ccrypto_sha256_add(void *context, const void *bytes, size_t count);

/// Writes the 32 bytes of the hash of all bytes so far; 1 where that went well. The hash takes no more bytes then.
int ccrypto_sha256_end(void *context, unsigned char *hash);

/// Gives back what `ccrypto_sha256_begin` took.
void ccrypto_sha256_free(void *context);

/// Writes the 20 bytes of the SHA-1 of bytes. The program ends where the library makes none, for want of memory.
void ccrypto_sha1(const void *bytes, size_t count, unsigned char *hash);

#endif

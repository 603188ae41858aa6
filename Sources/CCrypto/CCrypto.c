#include <CCrypto.h>
#include <CLoading.h>
#include <stdio.h>
#include <unistd.h>

// The declarations of OpenSSL 3 with opaque types, so that the build does not need its headers.
#define CALL(type, name, parameters, arguments)                                                                        \
  static CLOADING_CALL("libcrypto.so.3", type, name, parameters, arguments)

CALL(void *, EVP_MD_CTX_new, (void), ())
CALL(void, EVP_MD_CTX_free, (void *context), (context))
CALL(const void *, EVP_sha256, (void), ())
CALL(const void *, EVP_sha1, (void), ())
CALL(int, EVP_Digest,
     (const void *bytes, size_t count, unsigned char *hash, unsigned int *length, const void *kind, void *engine),
     (bytes, count, hash, length, kind, engine))
CALL(int, EVP_DigestInit_ex, (void *context, const void *kind, void *engine), (context, kind, engine))
CALL(int, EVP_DigestUpdate, (void *context, const void *bytes, size_t count), (context, bytes, count))
CALL(int, EVP_DigestFinal_ex, (void *context, unsigned char *hash, unsigned int *length), (context, hash, length))

void *ccrypto_begin(int is_sha1) {
  void *context = EVP_MD_CTX_new();
  if (!context || EVP_DigestInit_ex(context, is_sha1 ? EVP_sha1() : EVP_sha256(), NULL) == 1) return context;
  EVP_MD_CTX_free(context);
  return NULL;
}

int ccrypto_add(void *context, const void *bytes, size_t count) { return EVP_DigestUpdate(context, bytes, count); }

int ccrypto_end(void *context, unsigned char *hash) { return EVP_DigestFinal_ex(context, hash, NULL) == 1; }

void ccrypto_free(void *context) { EVP_MD_CTX_free(context); }

void ccrypto_sha1(const void *bytes, size_t count, unsigned char *hash) {
  unsigned int length = 0;
  if (EVP_Digest(bytes, count, hash, &length, EVP_sha1(), NULL) == 1 && length == 20) return;
  fprintf(stderr, "stet: libcrypto makes no SHA-1\n");
  _exit(127);
}

#include <CLoading.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void *cloading_find(const char *library, const char *name) {
  void *loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  void *address = loaded ? dlsym(loaded, name) : NULL;
  if (address) return address;
  fprintf(stderr, "stet: %s\n", dlerror());
  _exit(127);
}

// Loads a library when the first of its functions is called (decision 13).
#ifndef STET_CLOADING_H
#define STET_CLOADING_H

/// The address of a function; the program ends where there is none, as it does where a library it is linked with is
/// missing. Threads that come here at once all find the same.
void *cloading_find(const char *library, const char *name);

/// A function of a library, held to the header's declaration of it.
#define CLOADING_FUNCTION(library, name)                                                                               \
  ({                                                                                                                   \
    static __typeof__(&name) _Atomic address;                                                                          \
    __typeof__(&name) function = address;                                                                              \
    if (!function) address = function = (__typeof__(&name))cloading_find(library, #name);                              \
    function;                                                                                                          \
  })

/// Defines a function that calls the one of a library with its name.
#define CLOADING_CALL(library, type, name, parameters, arguments)                                                      \
  type name parameters {                                                                                               \
    static type(*_Atomic address) parameters;                                                                          \
    type(*function) parameters = address;                                                                              \
    if (!function) address = function = (type(*) parameters)cloading_find(library, #name);                             \
    return function arguments;                                                                                         \
  }

#endif

#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

// Waiting for many descriptors at once; not part of Swift's Glibc module.
#include <sys/epoll.h>

#endif

#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

// Waiting for many descriptors at once; not part of Swift's Glibc module.
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Returns a descriptor of a process that is readable after the process has ended; -1 with `errno`.
static inline int clinux_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

#endif

#ifndef CLINUX_WATCHING_H
#define CLINUX_WATCHING_H

#include <stdint.h>

// Declarations for watching that Swift's Glibc module lacks, because it is built without _GNU_SOURCE.

/// Creates a counter that wakes a poll (`eventfd`), non-blocking, closed on exec; -1 with `errno` set.
int clinux_wake_descriptor(void);

/// Waits until one of two descriptors can be read; `second` may be -1 for none.
///
/// Negative `nanoseconds` wait without a timeout (`ppoll`, because a millisecond of `poll` is a twentieth of a settle
/// time). Returns bit 0 for the first, bit 1 for the second; 0 after the timeout or a signal.
int clinux_wait_readable(int first, int second, int64_t nanoseconds);

#endif

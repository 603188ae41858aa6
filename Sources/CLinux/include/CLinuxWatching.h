#ifndef CLINUX_WATCHING_H
#define CLINUX_WATCHING_H

#include <stdint.h>

// What watching needs of Linux and Swift's Glibc module does not show, because it is built without _GNU_SOURCE.

/// A counter that wakes a poll (`eventfd`), non-blocking, closed on exec; -1 with `errno` set.
int clinux_wake_descriptor(void);

/// Waits until one of two descriptors can be read; -1 as `second` means none.
///
/// `nanoseconds` below zero waits without end (`ppoll`: `poll` knows milliseconds only, a twentieth of a settle time).
/// Returns bit 0 for the first, bit 1 for the second; 0 when the time passed or a signal came.
int clinux_wait_readable(int first, int second, int64_t nanoseconds);

#endif

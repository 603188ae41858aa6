internal import Glibc

/// An error number of `errno` with its text.
package struct ErrorNumber: Hashable, Sendable {
  /// The number.
  package let code: Int32

  /// Wraps a number.
  package init(_ code: Int32) {
    self.code = code
  }

  /// The number of the last failed system call in this thread.
  package static var last: ErrorNumber { ErrorNumber(errno) }

  /// The system's text for the number.
  package var text: String { String(cString: strerror(code)) }
}

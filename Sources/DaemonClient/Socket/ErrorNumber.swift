internal import Glibc

/// A number of `errno` with its text.
package struct ErrorNumber: Hashable, Sendable {
  /// The number.
  package let code: Int32

  /// Wraps a number.
  package init(_ code: Int32) {
    self.code = code
  }

  /// The number that the last failed call left in this thread.
  package static var last: ErrorNumber { ErrorNumber(errno) }

  /// The system's words for it.
  package var text: String { String(cString: strerror(code)) }
}

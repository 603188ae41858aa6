internal import Glibc

/// A number of `errno` with its text.
struct ErrorNumber: Hashable, Sendable {
  /// The number.
  let code: Int32

  /// Wraps a number.
  init(_ code: Int32) {
    self.code = code
  }

  /// The number that the last failed call left in this thread.
  static var last: ErrorNumber { ErrorNumber(errno) }

  /// The system's words for it.
  var text: String { String(cString: strerror(code)) }
}

internal import CGit2
internal import GitObjects
internal import Glibc

/// Converts failures of libgit2 and of system calls to this module's errors.
enum GitError {
  /// Returns the error of a call that returned `status`, with libgit2's message.
  ///
  /// Must be called directly after the failing call and before any suspension, because the message belongs to the
  /// thread.
  static func last(_ status: Int32, _ doing: String) -> ObjectStoreError {
    var why = "status \(status)"
    if let error = git_error_last(), let message = error.pointee.message { why = String(cString: message) }
    git_error_clear()
    return .failed("\(doing): \(why)")
  }

  /// Returns the error of a failed system call; reads `errno`, so it must be called at once.
  static func system(_ doing: String, code: Int32 = errno) -> ObjectStoreError {
    .failed("\(doing): \(String(cString: strerror(code)))")
  }
}

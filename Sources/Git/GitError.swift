internal import CGit2
internal import GitObjects
internal import Glibc

/// Turns the failures of libgit2 and of system calls into this module's errors.
enum GitError {
  /// The error of a call that returned `status`, with libgit2's message of this thread.
  ///
  /// Called at once after the failing call and before anything suspends: the message belongs to the thread.
  static func last(_ status: Int32, _ doing: String) -> ObjectStoreError {
    var why = "status \(status)"
    if let error = git_error_last(), let message = error.pointee.message { why = String(cString: message) }
    git_error_clear()
    return .failed("\(doing): \(why)")
  }

  /// The error of a system call that failed; reads `errno`, so it is called at once.
  static func system(_ doing: String, code: Int32 = errno) -> ObjectStoreError {
    .failed("\(doing): \(String(cString: strerror(code)))")
  }
}

/// Why a folder cannot be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// There is no folder, or it cannot be read.
  case root(path: String, errno: Int32)
  /// The system gives no thread, no descriptor or no memory for watching.
  case system(operation: String, errno: Int32)
}

extension WatchError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .root(let path, let errno):
      "could not watch \(path) (error \(errno)); see that it is a folder that you may read, then start again"
    case .system(let operation, let errno):
      "could not \(operation) (error \(errno)); close some programs or raise the limit of open files, then start again"
    }
  }
}

/// Why a folder got no watch.
enum WatchFailure: Error {
  /// The system's limit of watches, of inotify instances, or of open files is reached (ENOSPC, EMFILE, ENFILE, ENOMEM).
  case limit
  /// It is not there any more, or something else is.
  case gone
  /// It cannot be read or watched.
  case unreachable
}

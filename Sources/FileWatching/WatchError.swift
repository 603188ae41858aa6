/// The reason why a folder cannot be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// The folder does not exist or cannot be read.
  case root(path: String, errno: Int32)
  /// The system has no thread, descriptor or memory left for watching.
  case system(operation: String, errno: Int32)
}

extension WatchError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .root(let path, let errno):
      "could not watch \(path) (error \(errno)); make sure that it is a folder that you may read, then start again"
    case .system(let operation, let errno):
      "could not \(operation) (error \(errno)); close some programs or raise the limit of open files, then start again"
    }
  }
}

/// The reason why a folder has no watch.
enum WatchFailure: Error {
  /// The system's limit of watches, of inotify instances, or of open files is reached (ENOSPC, EMFILE, ENFILE, ENOMEM).
  case limit
  /// The folder does not exist any more, or is another file.
  case gone
  /// The folder cannot be read or watched.
  case unreachable
}

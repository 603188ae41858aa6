internal import GRDB

/// A failure of the index. None of them stops recording: the index is derived from the tip.
package enum IndexFault: Error, Hashable, Sendable {
  /// The database is damaged, of another version, or does not agree with the repository: it must be built anew.
  case damaged(String)
  /// The database cannot be used now, for example on a full or read-only disk.
  case unavailable(String)
  /// A tree of the tip cannot be read.
  case unreadable(String)

  /// The reason for people.
  package var reason: String {
    switch self {
    case .damaged(let reason), .unavailable(let reason), .unreadable(let reason): reason
    }
  }

  /// Maps an error of SQLite.
  init(_ error: any Error) {
    if let fault = error as? IndexFault {
      self = fault
      return
    }
    guard let error = error as? DatabaseError else {
      self = .unavailable("\(error)")
      return
    }
    let reason = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: self = .damaged(reason)
    default: self = .unavailable(reason)
    }
  }
}

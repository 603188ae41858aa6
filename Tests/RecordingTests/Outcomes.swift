import Recording
import WorkTree

/// A write that should have been done was not.
struct Refused: Error {
  let why: WriteRefusal
}

extension WriteOutcome {
  /// The result of a write that must be done.
  @discardableResult
  func result() throws -> WriteResult {
    switch self {
    case .done(let result): return result
    case .refused(let why): throw Refused(why: why)
    }
  }
}

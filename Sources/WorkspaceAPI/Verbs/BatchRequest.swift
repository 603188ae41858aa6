/// Requests several changes as one: all of them or none, in one commit.
package struct BatchRequest: Verb {
  package typealias Answer = [WriteReceipt]
  package static let name = "writeTogether"

  /// The changes, each of another file; each has `caller` as its caller.
  package var writes: [WriteRequest]
  /// Pairs of an old and a new path of the same file: history follows them.
  package var renames: [[String]]
  package var caller: Caller

  package init(writes: [WriteRequest], renames: [[String]] = [], caller: Caller) {
    self.writes = writes
    self.renames = renames
    self.caller = caller
  }

  /// Refuses a batch whose content is larger than `WriteRequest.longestContent`.
  package func checkSize() throws(VerbError) {
    let length = writes.reduce(0) { $0 + ($1.action.contentLength ?? 0) }
    guard length > WriteRequest.longestContent else { return }
    throw VerbError(
      .usage, "\(length) bytes are too many for one batch (at most \(WriteRequest.longestContent)).",
      kept: "Nothing was changed.", next: "Write some of the files by themselves.")
  }
}

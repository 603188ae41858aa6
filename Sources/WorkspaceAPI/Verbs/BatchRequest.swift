/// Asks for several changes as one: all of them or none, in one commit.
package struct BatchRequest: Sendable, Codable {
  /// The changes, each of another file; their callers are `caller`.
  package var writes: [WriteRequest]
  /// Paths that are another file's from now on, the old one first: history follows them.
  package var renames: [[String]]
  /// Who writes.
  package var caller: Caller

  /// Makes a request.
  package init(writes: [WriteRequest], renames: [[String]] = [], caller: Caller) {
    self.writes = writes
    self.renames = renames
    self.caller = caller
  }
}

/// The program that made a commit: Stet, or another one.
package enum CommitMaker: Hashable, Sendable {
  /// Stet; the trailers of the message are true.
  case stet
  /// Another program, such as git, with the session of the agent whose command ran; nil for no known session. The
  /// trailers of the message are plain text.
  case other(during: String?)
}

extension CommitGraph {
  /// Returns the maker of a commit, by its seal, its age and the known makers.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func maker(of id: ObjectID) throws(ObjectStoreError) -> CommitMaker {
    if let known = knownMaker(id) { return known }
    return try isStets(id) ? .stet : .other(during: nil)
  }

  /// Whether Stet made a commit: it has its seal, or is from before seals. The same on every machine with this history.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func isStets(_ id: ObjectID) throws(ObjectStoreError) -> Bool {
    if let known = seals.value(for: id) { return known }
    let commit = try commit(id)
    var isStets = false
    if commit.message.utf8.count > 20, commit.message.contains("Stet-Actor: ") {
      isStets = store.isSealed(commit)
      if !isStets { isStets = try isFromBeforeSeals(id) }
    }
    seals.put(isStets, for: id)
    return isStets
  }
}

package import Documents
package import GitObjects

extension CommitGraph {
  /// Returns what a commit's message says: of one that Stet made, with all its trailers; of any other the text alone.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func message(of id: ObjectID) throws(ObjectStoreError) -> CommitMessage {
    let text = try commit(id).message
    return try maker(of: id) == .stet ? CommitMessage(parsing: text) : CommitMessage(foreign: text)
  }

  /// Returns who made a change: what Stet says of it, else the person, or somebody while an agent's command ran.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func author(of id: ObjectID) throws(ObjectStoreError) -> Author {
    switch try maker(of: id) {
    case .stet: CommitMessage(parsing: try commit(id).message).author ?? .user
    case .other(let session): session.map { .unsure(during: $0) } ?? .user
    }
  }
}

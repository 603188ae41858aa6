package import GitObjects

/// What a write does to its path.
package enum WriteAction: Sendable, Codable, Hashable {
  /// The file holds exactly these bytes (base64 in JSON). Makes it and its folders where missing.
  case put([UInt8])
  /// These bytes come behind what stands there, by a real `O_APPEND` write; makes the file where missing.
  case append([UInt8])
  /// A text that must be found exactly once is replaced (all of them with `everywhere`).
  case edit(old: String, new: String, everywhere: Bool)
  /// The file is taken away; its versions stay in history.
  case delete
  /// The file or folder gets another path; nothing may stand there.
  case move(to: String)
}

/// Asks for one change: the one way in for everything that is not a save.
package struct WriteRequest: Sendable, Codable {
  /// The file.
  package var path: String
  /// What to do.
  package var action: WriteAction
  /// The version token the writer was given: the base of the write; `absent` (the zero id) says "must not exist".
  package var token: ObjectID?
  /// Who writes.
  package var caller: Caller

  /// Makes a request.
  package init(path: String, action: WriteAction, token: ObjectID? = nil, caller: Caller = .person) {
    self.path = path
    self.action = action
    self.token = token
    self.caller = caller
  }
}

/// What became of a write, answered when it is durable.
package struct WriteReceipt: Sendable, Codable {
  /// The file (for a move, its new path).
  package var path: String
  /// The token of what stands there now; nil after a deletion.
  package var token: ObjectID?
  /// The commit; nil where nothing changed or the path is held.
  package var commit: ObjectID?
  /// Whether somebody else's newer text was merged in.
  package var merged: Bool
  /// Whether the file already held exactly this.
  package var unchanged: Bool
  /// Why the path is held back from the tip, where it is.
  package var held: String?

  /// Makes a receipt.
  package init(
    path: String, token: ObjectID?, commit: ObjectID?, merged: Bool = false, unchanged: Bool = false,
    held: String? = nil
  ) {
    self.path = path
    self.token = token
    self.commit = commit
    self.merged = merged
    self.unchanged = unchanged
    self.held = held
  }
}

package import GitObjects

/// One file of the work tree that a turn will replace, make, take away or append to.
package struct Placement: Hashable, Sendable {
  /// How the file comes to its new state.
  package enum Kind: UInt8, Hashable, Sendable {
    /// The temporary of this slot is exchanged with what stands there (or moved to the free name).
    case exchange
    /// What stands there is moved to the displaced files.
    case remove
    /// Bytes are appended to the inode that stands there.
    case append
    /// The file or folder is renamed to a free name.
    case move
  }

  /// The path.
  package var path: WorkspacePath
  /// How.
  package var kind: Kind
  /// Name of the temporary, and of the displaced file after it: `<sequence>-<index>`.
  package var slot: String
  /// The blob that is expected to stand there; nil for nothing.
  package var expected: ObjectID?
  /// The blob that will stand there; nil for nothing.
  package var new: ObjectID?
  /// Where the temporary is, when not in the store's own folder (another mount); nil otherwise.
  package var besideTarget: Bool
  /// For an append, the bytes.
  package var appended: [UInt8]
  /// For a move, the new path.
  package var target: WorkspacePath?

  /// Makes a placement.
  package init(
    path: WorkspacePath, kind: Kind, slot: String, expected: ObjectID?, new: ObjectID?, besideTarget: Bool = false,
    appended: [UInt8] = [], target: WorkspacePath? = nil
  ) {
    self.path = path
    self.kind = kind
    self.slot = slot
    self.expected = expected
    self.new = new
    self.besideTarget = besideTarget
    self.appended = appended
    self.target = target
  }
}

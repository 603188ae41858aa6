package import GitObjects

/// One file of the work tree that a turn will replace, make, delete or append to.
package struct Placement: Hashable, Sendable {
  /// The way in which the file gets its new state.
  package enum Kind: UInt8, Hashable, Sendable {
    /// The temporary of this slot is exchanged with the existing file (or moved to the free name).
    case exchange
    /// The existing file is moved to the displaced files.
    case remove
    /// Bytes are appended to the existing inode.
    case append
    /// The file or folder is renamed to a free name.
    case move
  }

  package var path: WorkspacePath
  /// The way.
  package var kind: Kind
  /// Name of the temporary, and of the displaced file after it: `<sequence>-<index>`.
  package var slot: String
  /// The blob that is expected on disk; nil for no file.
  package var expected: ObjectID?
  /// The blob that will be on disk; nil for no file.
  package var new: ObjectID?
  /// Whether the temporary is beside the target and not in the store's own folder (another mount).
  package var besideTarget: Bool
  /// For an append, the bytes.
  package var appended: [UInt8]
  /// For a move, the new path.
  package var target: WorkspacePath?

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

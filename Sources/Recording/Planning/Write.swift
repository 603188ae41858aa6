package import GitObjects
package import WorkTree

/// One change by an entry point: everything that is not a save uses it (DESIGN "Words").
package struct Write: Hashable, Sendable {
  /// The change of the path.
  package enum Action: Hashable, Sendable {
    /// Writes exactly these bytes.
    case put([UInt8])
    /// Writes a recorded version, with its mode; used by restore.
    case place(mode: FileMode, blob: ObjectID)
    /// Appends these bytes to the present content.
    case append([UInt8])
    /// Replaces a text that is found exactly once (or everywhere).
    case edit(old: String, new: String, everywhere: Bool)
    /// Deletes the path.
    case delete
    /// Renames the path to a free name.
    case move(to: WorkspacePath)
  }

  package var path: WorkspacePath
  /// The change.
  package var action: Action
  /// For `put`: the file's mode; nil keeps the present one, or that of an ordinary file.
  package var mode: FileMode?
  /// The version that it is based on.
  package var base: WriteBase
  /// The origin of the change.
  package var origin: WriteOrigin
  /// Whether a file that is missing on disk and not yet recorded as deleted counts as deleted (rule 4).
  package var believesDeletion: Bool
  /// Whether a displaced text is merged in the person's name: overlaps then keep the person's text and never refuse.
  package var isRescue: Bool
  /// Whether the bytes of a `put` get the line ends and the byte order mark of the present text.
  package var keepsForm = false
  /// For `append`: the bytes with which a line of its own begins. The line begins after a line end, and is not written
  /// if a line of the present content begins with these bytes. Nil for a text that is appended as it is.
  package var lineMark: [UInt8]?

  /// Makes a write.
  package init(
    path: WorkspacePath, action: Action, base: WriteBase = .current, origin: WriteOrigin,
    believesDeletion: Bool = false, isRescue: Bool = false
  ) {
    self.path = path
    self.action = action
    self.base = base
    self.origin = origin
    self.believesDeletion = believesDeletion
    self.isRescue = isRescue
  }
}

/// The version that a write is based on.
package enum WriteBase: Hashable, Sendable {
  /// The present version, whichever it is.
  case current
  /// No file: the path must be free.
  case absent
  /// The version with this token.
  case version(ObjectID)
}

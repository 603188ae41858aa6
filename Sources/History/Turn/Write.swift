package import GitObjects

/// One change through the door: the one way in for everything that is not a save (DESIGN "Words").
package struct Write: Hashable, Sendable {
  /// What happens to the path.
  package enum Action: Hashable, Sendable {
    /// It holds exactly these bytes.
    case put([UInt8])
    /// It holds a recorded version, with its mode; used by restore.
    case place(mode: FileMode, blob: ObjectID)
    /// These bytes come behind what stands there.
    case append([UInt8])
    /// A text, found exactly once (or everywhere), is replaced.
    case edit(old: String, new: String, everywhere: Bool)
    /// It goes.
    case delete
    /// It stands elsewhere; nothing may stand there.
    case move(to: WorkspacePath)
  }

  /// The path.
  package var path: WorkspacePath
  /// What happens to it.
  package var action: Action
  /// For `put`: the file's mode; nil for the one it has, or that of an ordinary file.
  package var mode: FileMode?
  /// What it is based on.
  package var base: WriteBase
  /// Where it comes from.
  package var origin: WriteOrigin
  /// Whether a file that is missing on disk and not yet recorded as deleted counts as deleted (rule 4).
  package var believesDeletion: Bool
  /// Whether a displaced text is merged in the person's name: overlaps then keep the person's text and never refuse.
  package var isRescue: Bool
  /// Whether bytes that are put get the line ends and the byte order mark of the text that stands there.
  package var keepsForm = false

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

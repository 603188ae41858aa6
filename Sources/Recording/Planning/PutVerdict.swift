internal import GitObjects

/// The meaning of a whole new text for a path: a function of the version that it is based on and of the present one.
enum PutVerdict: Hashable {
  /// The path has the text already.
  case unchanged
  /// The text takes the place of the present one.
  case write(FileMode)
  /// The text is merged with the present one; nil if it is based on no version.
  case merge(base: ObjectID?)
  /// The file is not based on any version, but one is there.
  case exists
  /// The file that the text is based on was deleted, and an agent's text does not restore it.
  case deleted(base: ObjectID)

  /// Judges a text.
  ///
  /// - Parameters:
  ///   - write: its base, its mode and its author; the text of a person's displaced save is never refused.
  ///   - blob: returns the text's id; called only where the result depends on it.
  ///   - present: the blob of the present file; nil for none.
  ///   - mode: the mode of the present file.
  init(_ write: Write, blob: () -> ObjectID, over present: ObjectID?, mode: FileMode?) {
    let wanted = write.mode ?? mode ?? .file
    switch write.base {
    case .current: self = .write(wanted)
    case .absent:
      if present == nil {
        self = .write(write.mode ?? .file)
      } else if write.isRescue {
        self = .merge(base: nil)
      } else {
        self = present == blob() && write.mode ?? mode == mode ? .unchanged : .exists
      }
    case .version(let base):
      if base == present, !write.isRescue {
        self = .write(wanted)
      } else if present == blob() {
        self = wanted == mode ? .unchanged : .write(wanted)
      } else if present == nil {
        // An edit by the person beats a deletion (DESIGN "Merge").
        self = write.isRescue ? .write(write.mode ?? .file) : .deleted(base: base)
      } else {
        self = .merge(base: base)
      }
    }
  }
}

/// The way in which two versions of a file's content are merged.
package enum MergeDriver: Hashable, Sendable {
  /// By the file's kind; in overlaps one side's text is kept.
  case text
  /// The lines of both sides are kept (`merge=union`).
  case union
  /// By record, then by field (`merge=stet-records`); the key field of a record is `stet-key`, else `id`.
  case records(key: String)
  /// Whole versions, never mixed (`-merge`, `binary`).
  case binary

  /// Returns this driver, or `union` for a `.gitattributes` file without a rule of its own: machines that each record a
  /// large file each append a line, and both lines must be kept.
  func of(_ path: String) -> MergeDriver {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return self == .text && name.elementsEqual(".gitattributes".utf8) ? .union : self
  }
}

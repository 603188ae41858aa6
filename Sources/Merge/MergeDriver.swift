/// How two versions of a file's content are brought together.
package enum MergeDriver: Hashable, Sendable {
  /// As the file's kind allows; where changes overlap one side's stands.
  case text
  /// The lines of both stay (`merge=union`).
  case union
  /// By record, then by field (`merge=stet-records`); the field that names a record is `stet-key`, else `id`.
  case records(key: String)
  /// Never mixed (`-merge`, `binary`).
  case binary

  /// The same, but for attributes of which nothing else is said: machines that each record a large file each add a line
  /// at their end, and both stay.
  func of(_ path: String) -> MergeDriver {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return self == .text && name.elementsEqual(".gitattributes".utf8) ? .union : self
  }
}

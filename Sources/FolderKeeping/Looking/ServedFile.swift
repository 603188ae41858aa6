package import GitObjects

/// A file in the form in which a reader receives it.
package struct ServedFile: Sendable {
  /// The version's id.
  package var token: ObjectID
  package var bytes: [UInt8]
  /// Whether the file is being saved, so that this is the last recorded version.
  package var isBeingSaved: Bool
}

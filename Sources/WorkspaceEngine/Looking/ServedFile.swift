internal import GitObjects

/// A file in the form in which a reader receives it.
struct ServedFile: Sendable {
  /// The version's id.
  var token: ObjectID
  var bytes: [UInt8]
  /// Whether the file is being saved, so that this is the last recorded version.
  var isBeingSaved: Bool
}

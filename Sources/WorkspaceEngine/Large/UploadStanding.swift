internal import LargeFiles

/// A path that is kept here until its object is on the remote.
struct UploadStanding: Sendable {
  /// The path.
  var path: String
  /// Its object.
  var pointer: Pointer
  /// How many bytes went; nil while it is not on its way.
  var sent: Int?
  /// Why it did not go; nil where nothing went wrong.
  var problem: String?

  /// Why large objects wait; nil where they do not, or this one is small.
  var hindrance: String?

  /// The reason for people.
  var reason: String {
    if let problem { return "not synced yet: its object cannot be sent: \(problem); it is tried again" }
    if sent == nil, let hindrance { return "not synced yet: its object waits: \(hindrance)" }
    guard let sent, pointer.size > 0 else { return "not synced yet: its object waits to be sent" }
    return "not synced yet: its object is being sent (\(min(99, sent * 100 / pointer.size)) %)"
  }
}

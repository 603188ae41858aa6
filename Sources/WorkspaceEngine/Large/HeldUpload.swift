internal import LargeFiles

/// A path that is not published until its object is on the remote.
struct HeldUpload: Sendable {
  /// The path.
  var path: String
  /// Its object.
  var pointer: Pointer
  /// The number of bytes sent; nil while the upload is not running.
  var sent: Int?
  /// The reason why the upload failed; nil if it did not.
  var problem: String?

  /// The reason why large objects wait; nil if they do not, or if this object is small.
  var hindrance: String?

  /// The reason for the person.
  var reason: String {
    if let problem { return "not synced yet: its object cannot be sent: \(problem); it is tried again" }
    if sent == nil, let hindrance { return "not synced yet: its object waits: \(hindrance)" }
    guard let sent, pointer.size > 0 else { return "not synced yet: its object waits to be sent" }
    return "not synced yet: its object is being sent (\(min(99, sent * 100 / pointer.size)) %)"
  }
}

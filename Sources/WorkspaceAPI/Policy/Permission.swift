/// The policy's decision on a request of an agent; later cases are stricter.
package enum Permission: String, Sendable, Codable, Comparable, CaseIterable {
  /// The request is carried out.
  case allow
  /// A person is asked first.
  case ask
  /// The request is refused.
  case deny

  /// Orders by strictness.
  package static func < (left: Permission, right: Permission) -> Bool {
    left.strictness < right.strictness
  }

  private var strictness: Int {
    switch self {
    case .allow: 0
    case .ask: 1
    case .deny: 2
    }
  }
}

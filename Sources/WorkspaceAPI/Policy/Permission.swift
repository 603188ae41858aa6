/// What a policy says to something an agent asks for; the later ones are stricter.
package enum Permission: String, Sendable, Codable, Comparable, CaseIterable {
  /// It is done.
  case allow
  /// A person is asked first.
  case ask
  /// It is refused.
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

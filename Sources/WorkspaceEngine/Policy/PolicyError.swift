/// Why a policy file cannot be used; the settings that stood before stand.
enum PolicyError: Error, Hashable, Sendable {
  /// It is not TOML; the parser's words.
  case syntax(String)
  /// The file cannot be read; the system's words.
  case unreadable(String)
  /// A key's value is not what it should be.
  case value(String, String)
}

extension PolicyError: CustomStringConvertible {
  /// The sentence for people.
  var description: String {
    switch self {
    case .syntax(let text): ".stet/policy.toml cannot be read (\(text)); the settings that stood before stand"
    case .unreadable(let reason):
      ".stet/policy.toml cannot be read (\(reason)); the settings that stood before stand"
    case .value(let key, let wanted):
      "\(key) in .stet/policy.toml is not \(wanted); the settings that stood before stand"
    }
  }
}

/// The reason why a policy file cannot be used; the previous settings stay in force.
enum PolicyError: Error, Hashable, Sendable {
  /// The file is not TOML; with the parser's message.
  case syntax(String)
  /// The file cannot be read; with the system's message.
  case unreadable(String)
  /// The value of a key is invalid; with the key and the expected value.
  case value(String, String)
}

extension PolicyError: CustomStringConvertible {
  /// The sentence for the person.
  var description: String {
    switch self {
    case .syntax(let text): ".stet/policy.toml cannot be read (\(text)); the earlier settings stay in force"
    case .unreadable(let reason):
      ".stet/policy.toml cannot be read (\(reason)); the earlier settings stay in force"
    case .value(let key, let wanted):
      "\(key) in .stet/policy.toml is not \(wanted); the earlier settings stay in force"
    }
  }
}

/// The reason why a file of settings cannot be used.
package enum SettingError: Error, Hashable, Sendable {
  /// The text is not TOML; with the parser's message.
  case syntax(String)
  /// The value of a key is invalid; with the key and the expected value.
  case value(String, String)
}

extension SettingError: CustomStringConvertible {
  /// The sentence for people, without a full stop.
  package var description: String {
    switch self {
    case .syntax(let text): "it is not TOML (\(text))"
    case .value(let key, let wanted): "\(key) is not \(wanted)"
    }
  }
}

/// The reason why a call got no answer, or only a part of one. No text in it contains a key.
package enum ModelFault: Error, Hashable, Sendable {
  /// The server cannot be reached.
  case offline(String)
  /// The connection is not safe.
  case untrusted(String)
  /// Nothing was received for so many seconds.
  case timedOut(seconds: Int)
  /// The connection ended before the answer was complete.
  case cut
  /// The server refused the key.
  case keyRefused(status: Int)
  /// The server requires a key, and the settings name none.
  case keyMissing(status: Int)
  /// The server answered with an error, by its HTTP status or in the stream (then 0).
  case refused(status: Int, type: String?, message: String?, retryAfter: Int?)
  /// The request does not fit into the model's context; the server's words.
  case contextFull(String)
  /// The answer has not the documented form.
  case unreadable(String)
  /// The settings do not allow the call.
  case settings(String)
  /// The headless agent failed.
  case command(String)
  /// The caller cancelled the call.
  case cancelled
}

extension ModelFault {
  /// Whether a headless agent failed.
  package var isOfCommand: Bool {
    if case .command = self { true } else { false }
  }

  /// Whether the server could not be reached, so that the same call may succeed later.
  package var isOffline: Bool {
    switch self {
    case .offline, .timedOut, .cut: true
    default: false
    }
  }
}

extension ModelFault: CustomStringConvertible {
  /// The sentence for people, without a full stop.
  package var description: String {
    switch self {
    case .offline(let why): "the model's server cannot be reached: \(why)"
    case .untrusted(let why): "the connection to the model's server is not safe: \(why)"
    case .timedOut(let seconds): "the model's server sent nothing for \(seconds) s"
    case .cut: "the connection ended before the answer was complete"
    case .keyRefused(let status): "the model's server refused the key (status \(status))"
    case .keyMissing(let status):
      "the model's server requires a key (status \(status)); name one with key_command or key_variable"
    case .refused(let status, let type, let message, let retryAfter):
      Self.refusal(status, type, message, retryAfter)
    case .contextFull(let why): "the conversation does not fit into the model's context: \(why)"
    case .unreadable(let why): "the answer of the model's server cannot be read: \(why)"
    case .settings(let why), .command(let why): why
    case .cancelled: "the call was cancelled"
    }
  }

  private static func refusal(_ status: Int, _ type: String?, _ message: String?, _ retryAfter: Int?) -> String {
    let kinds = [status == 0 ? nil : "status \(status)", type].compactMap { $0 }
    var text = "the model's server refused the call"
    if !kinds.isEmpty { text += " (\(kinds.joined(separator: ", ")))" }
    if let message { text += ": \(message)" }
    if let retryAfter { text += "; it asks to retry after \(retryAfter) s" }
    return text
  }
}

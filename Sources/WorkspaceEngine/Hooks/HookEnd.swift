/// The end of a run of a hook.
enum HookEnd: Hashable, Sendable {
  /// The hook ended by itself with this status (128 + signal if a signal ended it) and this output.
  case ended(Int32, String)
  /// The hook exceeded its timeout and was killed.
  case tooLong(Duration, String)
  /// The hook could not be started.
  case notStarted(String)
}

extension HookEnd {
  /// Whether the hook ended with status 0.
  var isGood: Bool { if case .ended(0, _) = self { true } else { false } }

  /// The end as a sentence.
  var sentence: String {
    switch self {
    case .ended(let status, _): "it ended with \(status)"
    case .tooLong(let limit, _): "it did not end within \(limit.components.seconds) s and was killed"
    case .notStarted(let why): "it could not be started: \(why)"
    }
  }

  /// The sentence with the output.
  var report: String {
    switch self {
    case .ended(_, let output), .tooLong(_, let output): output.isEmpty ? sentence : sentence + "\n" + output
    case .notStarted: sentence
    }
  }
}

/// How a run of a hook ended.
enum HookEnd: Hashable, Sendable {
  /// It ended by itself, with this status (128 + signal where one ended it), and printed this.
  case ended(Int32, String)
  /// It took too long and was killed.
  case tooLong(Duration, String)
  /// It could not be started.
  case notStarted(String)
}

extension HookEnd {
  /// Whether all is well.
  var isGood: Bool { if case .ended(0, _) = self { true } else { false } }

  /// In words.
  var sentence: String {
    switch self {
    case .ended(let status, _): "it ended with \(status)"
    case .tooLong(let limit, _): "it did not end within \(limit.components.seconds) s and was killed"
    case .notStarted(let why): "it could not be started: \(why)"
    }
  }

  /// What it printed, with the sentence.
  var report: String {
    switch self {
    case .ended(_, let output), .tooLong(_, let output): output.isEmpty ? sentence : sentence + "\n" + output
    case .notStarted: sentence
    }
  }
}

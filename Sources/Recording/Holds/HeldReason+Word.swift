internal import WorkTree

extension HeldReason {
  /// One or two words for a commit's subject.
  var word: String {
    switch self {
    case .tooLarge: "too large"
    case .badName: "name"
    case .filter(let name): "filter \(name)"
    case .ignored: "ignored"
    case .refused: "refused"
    case .secret: "secret"
    case .captured: "git at work"
    case .localOnly: "local only"
    case .noAttributes: "no attributes"
    case .pointerText: "edited placeholder"
    }
  }
}

/// Parses the output of `git push --porcelain`.
package enum PushReport {
  /// Reasons in brackets that mean that another machine pushed first, not that the remote refuses.
  private static let races = [
    "non-fast-forward", "fetch first", "stale info", "needs force", "cannot lock ref", "incorrect old value",
    "failed to update ref", "reference already exists", "failed to lock", "atomic transaction failed",
  ]

  /// The greatest length of a refusal's text in characters.
  private static let longest = 20_000

  /// Returns the remote's answers by reference; a reference without output (the connection broke before it) is missing.
  ///
  /// A remote with several push addresses answers once for each, in order. A reference is accepted if all accepted it;
  /// else the first other answer counts.
  ///
  /// - Parameters:
  ///   - output: standard output; one line a reference, `flag TAB from:to TAB summary (reason)`.
  ///   - errors: standard error, which has the words of a refusal (`remote: …`).
  package static func read(output: String, errors: String) -> [String: PushResult] {
    var answers: [String: PushResult] = [:]
    var unknown: Set<String> = []
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let flag = fields[0].first, let colon = fields[1].lastIndex(of: ":") else { continue }
      let reference = String(fields[1][colon...].dropFirst())
      let answer: PushResult?
      switch flag {
      case " ", "+", "*", "=", "-": answer = .accepted
      case "!": answer = refusal(of: reference, summary: String(fields[2]), errors: errors)
      default: continue
      }
      guard let answer else {
        unknown.insert(reference)
        continue
      }
      if answers[reference] ?? .accepted == .accepted { answers[reference] = answer }
    }
    return answers.filter { !unknown.contains($0.key) }
  }

  private static func refusal(of reference: String, summary: String, errors: String) -> PushResult? {
    // "remote failed to report status": whether the branch moved is not known.
    if summary.hasPrefix("[remote failure]") { return nil }
    let said = errors.split { $0 == "\n" || $0 == "\r" }
      .filter { $0.hasPrefix("remote: ") || $0.hasPrefix("error: remote unpack failed") }
      .map { line in
        String(line.hasPrefix("remote: ") ? line.dropFirst(8) : line.dropFirst(7)).trimmingSpaces
      }
      .filter { !$0.isEmpty && !$0.hasPrefix("Resolving deltas") && !$0.hasPrefix("Processing changes") }
    if races.contains(where: { summary.contains($0) }) {
      return lock(of: reference, in: said).map { .locked(message: $0) } ?? .rejectedNonFastForward
    }
    let reason = summary.firstIndex(of: "(").map { String(summary[$0...].dropFirst().prefix { $0 != ")" }) } ?? summary
    return .refused(message: String((said + [reason]).joined(separator: "\n").prefix(longest)))
  }

  /// Returns the remote's words about the lock of a reference that it could not make; nil if it names none.
  private static func lock(of reference: String, in said: [String]) -> String? {
    for line in said where line.contains("cannot lock ref '\(reference)'") {
      guard let start = line.firstRange(of: "Unable to create '")?.lowerBound else { continue }
      let words = line[start...].prefix(longest)
      return String(words.last == "." ? words.dropLast() : words)
    }
    return nil
  }
}

extension String {
  /// The text without spaces at both ends.
  fileprivate var trimmingSpaces: String {
    var rest = self[...]
    while rest.last == " " { rest = rest.dropLast() }
    while rest.first == " " { rest = rest.dropFirst() }
    return String(rest)
  }
}

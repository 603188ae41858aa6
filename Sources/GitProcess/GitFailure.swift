/// Classifies the output of a failed `git fetch` or `git push`, in the C locale.
package enum GitFailure {
  /// Words that git, ssh, curl and servers use, in lower case, in the order in which they decide.
  private static let words: [(kind: Kind, texts: [String])] = [
    (.hostKey, ["host key verification failed", "remote host identification has changed"]),
    (
      .denied,
      [
        "permission denied (", "permission denied, please", "authentication failed", "could not read username",
        "could not read password", "terminal prompts disabled", "access denied", "too many authentication failures",
        "returned error: 401", "returned error: 403", "returned error: 407", "invalid credentials",
      ]
    ),
    (.full, full),
    (.damaged, damage),
    (
      .missing,
      [
        "does not appear to be a git repository", "repository not found", "not a git repository", "returned error: 404",
        "project you were looking for could not be found",
      ]
    ),
    (
      .offline,
      [
        "could not resolve", "temporary failure in name resolution", "name or service not known", "connection refused",
        "connection timed out", "operation timed out", "timed out", "no route to host", "network is unreachable",
        "connection reset", "connection closed", "failed to connect", "couldn't connect", "could not connect",
        "kex_exchange_identification", "ssh_exchange_identification", "broken pipe", "hung up unexpectedly",
        "early eof", "unexpected disconnect", "not valid: is this a git repository?", "returned error: 429",
        "returned error: 5", "empty reply from server",
      ]
    ),
    // It also follows a lost connection or a full disk.
    (.damaged, ["invalid index-pack output"]),
  ]

  private static let full = ["no space left on device"]

  /// Words about the content of the remote's objects.
  private static let damage = [
    "fsck error", "inflate: data stream error", "pack has bad object", "remote did not send all necessary",
    "pack is corrupted", "sha1 collision", "fatal: bad object",
  ]

  private enum Kind { case hostKey, denied, missing, damaged, offline, full }

  /// The words for a web server's answer that is not from git.
  package static let page = "its address does not answer as git does: it has a network's sign-in page, or no repository"

  /// Returns whether a line is a packet of git's protocol, as `GIT_TRACE_PACKET` shows it.
  private static func isPacket(_ line: Substring) -> Bool { line.contains(" packet: ") }

  /// Returns git's output without the packets that it showed, and whether the remote sent any.
  static func withoutPackets(_ text: String) -> (text: String, isOfGit: Bool) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isOfGit = lines.contains { isPacket($0) && $0.contains("< ") }
    return (lines.filter { !isPacket($0) }.joined(separator: "\n"), isOfGit)
  }

  /// Returns whether a fetch failed only because the remote lacks the branch: the remote is empty, or the branch was
  /// deleted.
  package static func isMissingBranch(_ text: String) -> Bool {
    text.contains("couldn't find remote ref")
  }

  /// Returns whether a fetch ended because of the content of the remote's objects, and so ends again.
  static func isBadContent(_ text: String) -> Bool {
    let text = text.lowercased()
    return !full.contains(where: text.contains) && damage.contains(where: text.contains)
  }

  /// Returns whether a fetch ended because a file here became larger than `ChildProcess.writingFiles` allows.
  static func isTooLargeHere(_ text: String) -> Bool { text.contains("File too large") }

  /// Returns the words of a web server that refuses a body of this size; nil for anything else.
  static func tooLarge(_ text: String) -> String? {
    text.split { $0 == "\n" || $0 == "\r" }.first { $0.contains("HTTP 413") || $0.contains("returned error: 413") }
      .map { clean(String($0)) }
  }

  /// Returns the error for an output; without known words it is `.failed` with the most informative line.
  package static func error(status: Int32, text: String) -> TransportError {
    let lines = text.split { $0 == "\n" || $0 == "\r" }.map(String.init)
    // The line "repository 'https://…' not found" has the address in its middle.
    if let line = lines.first(where: { $0.hasPrefix("fatal: repository '") && $0.hasSuffix("' not found") }) {
      return .missing(clean(line))
    }
    if let line = lines.first(where: { $0.hasPrefix("fatal: bad object refs/") }) {
      return .failed("a reference here is damaged: \(clean(line))")
    }
    for (kind, texts) in words {
      guard let line = lines.first(where: { line in texts.contains { line.lowercased().contains($0) } }) else {
        continue
      }
      let shown = clean(line)
      switch kind {
      case .hostKey: return .hostKey(shown)
      case .denied: return .denied(shown)
      case .missing: return .missing(shown)
      case .damaged: return .damaged(shown)
      case .full: return .failed(shown)
      case .offline: return .offline(shown.contains("not valid: is this a git repository?") ? page : shown)
      }
    }
    let telling = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.last
    return .failed(telling.map(clean) ?? "git ended with status \(status)")
  }

  /// Returns one line for people: without git's prefix, without a password in an address, at most 300 characters.
  package static func clean(_ line: String) -> String {
    var rest = line[...]
    for prefix in ["fatal: ", "error: ", "remote: ", "ssh: "] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return String(withoutPasswords(String(rest)).prefix(300))
  }

  /// Returns the text with `://name:password@` shortened to `://name@`.
  private static func withoutPasswords(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let colon = rest.firstIndex(of: ":") {
      let after = rest[rest.index(after: colon)...]
      guard after.hasPrefix("//") else {
        result += rest[...colon]
        rest = after
        continue
      }
      let authority = after.dropFirst(2).prefix { $0 != "/" && $0 != " " && $0 != "'" }
      result += rest[..<colon] + "://"
      if let at = authority.lastIndex(of: "@") {
        result += authority[..<at].prefix { $0 != ":" } + authority[at...]
      } else {
        result += authority
      }
      rest = rest[authority.endIndex...]
    }
    return result + rest
  }
}

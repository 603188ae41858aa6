/// Why a path is recorded here and kept off the tip.
package enum HeldReason: Hashable, Sendable {
  /// Larger than the limit, in bytes.
  case tooLarge(limit: Int64)
  /// The name is not one that every system can have.
  case badName
  /// The path has a git filter that Stet does not run.
  case filter(String)
  /// An ignore rule covers it, and something replaced it.
  case ignored
  /// The remote refuses what it holds, with these words (review A5).
  case refused(String)
  /// It holds a secret: what it is, and in which line.
  case secret(String, line: Int)
  /// It is an edited text of a pointer: kept, and the pointer stands again.
  case pointerText
  /// It is large, and no file stands where its line belongs: git reads no attributes through a link.
  case noAttributes
  /// The policy keeps it on this machine.
  case localOnly
  /// It changed while the person's git was at work: kept until it is known whose change it is (review A3).
  case captured
}

extension HeldReason: CustomStringConvertible {
  /// The reason in words, and what to do.
  package var description: String {
    switch self {
    case .tooLarge(let limit):
      "larger than \(limit / 1_000_000) MB; recorded here, not synced (recording.hold_over in .stet/policy.toml)"
    case .badName: "its name is not valid UTF-8; recorded here, not synced until it is renamed"
    case .filter(let name): "the git filter '\(name)' covers it, which Stet does not run; recorded here, not synced"
    case .refused(let words):
      "the remote refuses it (\(words)); recorded here, not synced; it is tried again when it changes, or by "
        + "'stet sync --again'"
    case .pointerText:
      "a placeholder was edited: what was saved is kept here, and the placeholder stands again; 'stet download' brings "
        + "the content"
    case .noAttributes:
      "it is large, and its line has no place: .gitattributes is a link, through which git reads nothing, or a folder; "
        + "recorded here, not synced; make it a file, then save this one again"
    case .captured: "it changed while git was at work; it is recorded as soon as git has ended"
    case .secret(let kind, let line):
      "it holds \(kind) (line \(line)); recorded here, not synced; take it out of the file, or say that it is none: "
        + "'stet policy allow-secret'"
    case .localOnly:
      "local only: recorded on this machine, never published (recording.local_only in .stet/policy.toml)"
    case .ignored: "an ignore rule covers it; its versions are recorded here, not synced"
    }
  }
}

/// The reason why a path is recorded here and kept off the tip.
package enum HeldReason: Hashable, Sendable {
  /// Larger than the limit, in bytes.
  case tooLarge(limit: Int64)
  /// Some systems cannot have the name.
  case badName
  /// The path has a git filter that Stet does not run.
  case filter(String)
  /// An ignore rule covers it, and a write replaced it.
  case ignored
  /// The remote refuses its content, with these words (review A5).
  case refused(String)
  /// It holds a secret: the kind and the line.
  case secret(String, line: Int)
  /// It is an edited text of a pointer: the text is held, and the pointer was restored.
  case pointerText
  /// It is large, and there is no file for its line: git reads no attributes through a link.
  case noAttributes
  /// The policy keeps it on this machine.
  case localOnly
  /// It changed while the person's git was at work: held until its author is known (review A3).
  case captured
}

extension HeldReason: CustomStringConvertible {
  /// The reason in words, and the next step.
  package var description: String {
    switch self {
    case .tooLarge(let limit):
      "larger than \(limit / 1_000_000) MB; recorded here, not synced (recording.hold_over in .stet/policy.toml)"
    case .badName: "its name is not valid UTF-8; recorded here, not synced until it is renamed"
    case .filter(let name): "the git filter '\(name)' covers it, which Stet does not run; recorded here, not synced"
    case .refused(let words):
      "the remote refuses it (\(words)); recorded here, not synced; Stet retries when it changes, or by "
        + "'stet sync --again'"
    case .pointerText:
      "a placeholder was edited: the saved text is kept here, and the placeholder was restored; 'stet download' "
        + "downloads the content"
    case .noAttributes:
      "it is large, and its line cannot be written: .gitattributes is a link, through which git reads nothing, or a "
        + "folder; recorded here, not synced; make it a file, then save this one again"
    case .captured: "it changed while git was at work; it is recorded as soon as git has ended"
    case .secret(let kind, let line):
      "it holds \(kind) (line \(line)); recorded here, not synced; remove it from the file, or declare it harmless: "
        + "'stet policy allow-secret'"
    case .localOnly:
      "local only by its name, an earlier one or a hard link: recorded on this machine, never published "
        + "(recording.local_only in .stet/policy.toml; '!' and its path there release it)"
    case .ignored: "an ignore rule covers it; its versions are recorded here, not synced"
    }
  }
}

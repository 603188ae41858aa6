package import WorkspaceAPI

/// A verb's error on the command line: an exit code, a text for people, a document for programs.
package struct CommandError: Error, Sendable {
  package let error: VerbError

  /// Wraps an error.
  package init(_ error: VerbError) {
    self.error = error
  }

  /// The exit code.
  package var status: CommandStatus {
    switch error.code {
    case .failed, .notFound, .busy, .refused: .failed
    case .usage: .usage
    case .stale, .question: .question
    case .offline: .offline
    }
  }

  /// Returns the error, the kept data and the next step; after them the difference of a stale write.
  package func text(_ style: TextStyle) -> String {
    var lines = [style.red("stet: ") + error.what]
    if let path = error.path, !error.what.contains(path) { lines.append("      File: \(path)") }
    if let kept = error.kept { lines.append("      Kept: \(kept)") }
    if let next = error.next { lines.append("      Next: \(next)") }
    if error.code == .stale, let token = error.currentToken {
      lines.append("      The file's token is now \(token.hex).")
    }
    if let diff = error.diff, !diff.isEmpty { lines.append(DiffText.text(diff, style)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The document on standard output with `--json`.
  package var document: ErrorDocument { ErrorDocument(error: error) }
}

/// `{"error":{"code","what","kept","next",…}}`.
package struct ErrorDocument: Codable, Sendable {
  package var error: VerbError
}

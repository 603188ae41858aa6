internal import Values
package import WorkspaceAPI

/// The result of a sync.
package enum SyncText {
  /// Returns one line: the recorded saves, the state of the remote, and the rest that neither covers.
  package static func text(_ report: SyncReport, waited: Bool) -> String {
    var parts: [String] = []
    if report.recorded > 0 { parts.append("\(Counted.text(report.recorded, "save")) recorded") }
    let rest = rest(report)
    switch report.published {
    case true?: parts.append(rest.isEmpty ? "the remote has everything" : "published")
    case false?: parts.append(waited ? "recorded here and, as you decided, not published" : "the exchange has begun")
    case nil where !waited: parts.append("no remote; recording continues")
    case nil: parts.append(rest.isEmpty ? "no remote; everything is recorded here" : "no remote; recorded here")
    }
    parts += rest
    if let tip = report.tip { parts.append("tip \(tip.hex.prefix(8))") }
    return parts.joined(separator: ", ") + "\n"
  }

  /// Returns the open, held and omitted items.
  private static func rest(_ report: SyncReport) -> [String] {
    var parts: [String] = []
    if report.held > 0 { parts.append("\(report.held) held back (`stet status`)") }
    if report.left > 0 { parts.append("\(report.left) left out (`stet status`)") }
    if report.questions > 0 {
      parts.append("\(Counted.text(report.questions, "question")) open (`stet questions`)")
    }
    return parts
  }
}

internal import WorkspaceEngine

/// What a sync found.
enum SyncText {
  /// One line.
  static func text(_ report: SyncReport, waited: Bool, _ style: TextStyle) -> String {
    var parts: [String] = []
    if report.recorded > 0 { parts.append("\(report.recorded) save\(report.recorded == 1 ? "" : "s") recorded") }
    switch report.published {
    case true?: parts.append("the remote has everything")
    case false?: parts.append(waited ? "recorded here and, as you decided, not published" : "the exchange has begun")
    case nil: parts.append("no remote; everything is recorded here")
    }
    if let tip = report.tip { parts.append("tip \(tip.hex.prefix(8))") }
    return parts.joined(separator: ", ") + "\n"
  }
}

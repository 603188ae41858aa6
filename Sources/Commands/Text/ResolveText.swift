internal import WorkspaceAPI

/// The result of resolving conflicts.
enum ResolveText {
  /// Returns the commit and the number of open conflicts.
  static func text(_ receipt: ResolveReceipt, _ style: TextStyle) -> String {
    let count = receipt.settled.count == 1 ? "1 conflict" : "\(receipt.settled.count) conflicts"
    var text = "Settled \(count)"
    if let commit = receipt.commit { text += " in \(style.yellow(String(commit.hex.prefix(8))))" }
    text += receipt.paths.isEmpty ? "; the file stays as it is.\n" : ".\n"
    for path in receipt.paths { text += "  \(TerminalText.name(path))\n" }
    if receipt.remaining > 0 { text += "\(receipt.remaining) more open: `stet conflicts`.\n" }
    return text
  }
}

internal import Values
package import WorkspaceAPI

/// The result of a write.
enum ReceiptText {
  /// Returns one line: the file, its token, and remarks.
  static func text(_ receipt: WriteReceipt, _ style: TextStyle) -> String {
    var text = "\(TerminalText.name(receipt.path))  \(style.dim(receipt.token?.hex ?? "absent"))"
    if receipt.unchanged { text += "  (held this already)" }
    if receipt.merged { text += "  (merged with a newer version)" }
    if let held = receipt.held { text += "  \(style.yellow("(held back: \(held))"))" }
    return text + "\n"
  }
}

/// The result of a restore or an undo.
package enum RestoreText {
  /// The greatest number of named paths; the rest are counted.
  private static let most = 20

  /// Returns the files, the commit, and the kept places with their next steps; `done` is the verb in the past.
  package static func text(_ receipt: RestoreReceipt, done: String, _ style: TextStyle) -> String {
    var text: String
    if let commit = receipt.commit {
      let files =
        switch receipt.paths.count {
        case 0: "what was said; no file had to change"
        case 1: "1 file"
        default: "\(receipt.paths.count) files"
        }
      let id = style.yellow(OperationsText.short(receipt.operation ?? commit.hex))
      text = "\(done) \(files); `stet undo \(id)` takes that back.\n" + paths(receipt)
    } else if !receipt.paths.isEmpty {
      let files = Counted.text(receipt.paths.count, "file, which is", "files, which are")
      text = "\(done) \(files) recorded on this computer only.\n" + paths(receipt)
    } else if let earlier = receipt.undoneBy, receipt.kept.isEmpty {
      let id = OperationsText.short(earlier)
      text = "Nothing had to change: \(id) took it back before. `stet undo \(id)` brings it back.\n"
    } else {
      text = receipt.kept.isEmpty ? "Nothing had to change.\n" : "Nothing was changed.\n"
    }
    for place in receipt.kept {
      text += "  \(style.yellow("left as it is:")) \(TerminalText.name(place.path)): \(place.what)\n"
      if let next = place.next { text += "    \(next)\n" }
    }
    if !receipt.reopened.isEmpty {
      let count = receipt.reopened.count
      text += "\(Counted.text(count, "conflict is", "conflicts are")) open again: `stet conflicts`.\n"
    }
    if !receipt.withdrawn.isEmpty {
      let count = receipt.withdrawn.count
      text += "\(Counted.text(count, "conflict")) went with it; undoing this brings them back.\n"
    }
    return text
  }

  private static func paths(_ receipt: RestoreReceipt) -> String {
    let named = receipt.paths.prefix(most).map { "  \(TerminalText.name($0))\n" }.joined()
    return receipt.paths.count > most ? named + "  and \(receipt.paths.count - most) more (--json lists all)\n" : named
  }
}

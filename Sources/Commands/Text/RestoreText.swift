internal import WorkspaceEngine

/// What a restore or an undo did.
enum RestoreText {
  /// The files, the commit, and what was left alone; `done` is the verb in the past.
  static func text(_ receipt: RestoreReceipt, done: String, _ style: TextStyle) -> String {
    var text: String
    if let commit = receipt.commit {
      let files = receipt.paths.count == 1 ? "1 file" : "\(receipt.paths.count) files"
      text = "\(done) \(files) in \(style.yellow(String(commit.hex.prefix(8)))); `stet undo` takes that back.\n"
      for path in receipt.paths { text += "  \(path)\n" }
    } else {
      text = "Nothing had to change.\n"
    }
    for kept in receipt.kept { text += "  \(style.yellow("left as it is:")) \(kept)\n" }
    return text
  }
}

internal import WorkspaceAPI

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

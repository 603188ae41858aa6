internal import MCP
internal import Values
internal import WorkspaceAPI

/// What a tool that is one write answers beside what the write's receipt says: known before the write, so that it can be
/// kept with it and given again to the same call.
struct KeptWords: Hashable, Sendable {
  private let words: String
  private let namesVersion: Bool

  /// Words, with the version that stands there then if `namesVersion`.
  init(_ words: String, namesVersion: Bool = true) {
    self.words = words
    self.namesVersion = namesVersion
  }

  /// Reads words that were kept; nil for another answer.
  init?(_ value: JSONValue) {
    guard let words = value["words"]?.text else { return nil }
    self.init(words, namesVersion: value["namesVersion"] == true)
  }

  /// The words in the form in which they are kept.
  var text: String {
    let value: JSONValue = ["words": .string(words), "namesVersion": .bool(namesVersion)]
    return String(decoding: value.line, as: UTF8.self)
  }

  /// The answer.
  func result(_ receipt: WriteReceipt) -> ToolResult {
    guard namesVersion else { return .text(words) }
    return .text(words, token: receipt.token, notes: FileWriting.notes(receipt))
  }
}

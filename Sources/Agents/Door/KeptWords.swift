internal import MCP
internal import Values
internal import WorkspaceAPI

/// The answer of a tool that is one write, apart from the facts in the write's receipt: it is known before the write,
/// so that it is stored with the write and returned to a repetition of the call.
struct KeptWords: Hashable, Sendable {
  private let words: String
  private let namesVersion: Bool

  /// Creates an answer, with the new version if `namesVersion`.
  init(_ words: String, namesVersion: Bool = true) {
    self.words = words
    self.namesVersion = namesVersion
  }

  /// Reads a stored answer; nil for any other text.
  init?(_ value: JSONValue) {
    guard let words = value["words"]?.text else { return nil }
    self.init(words, namesVersion: value["namesVersion"] == true)
  }

  /// The answer in the form in which it is stored.
  var text: String {
    let value: JSONValue = ["words": .string(words), "namesVersion": .bool(namesVersion)]
    return String(decoding: value.line, as: UTF8.self)
  }

  /// Returns the result.
  func result(_ receipt: WriteReceipt) -> ToolResult {
    guard namesVersion else { return .text(words) }
    return .text(words, token: receipt.token, notes: FileWriting.notes(receipt))
  }
}

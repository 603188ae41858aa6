internal import MCP
internal import Values
internal import WorkspaceAPI

/// An answer in the form in which it is stored, for repetitions of the call (review C10).
enum KeptAnswer {
  /// Returns the key that equal calls share: 128 bits of tool and arguments. An agent's session could only make
  /// collisions with its own calls.
  static func key(_ call: ToolCall) -> String {
    let bytes = Array(call.tool.utf8) + [0] + JSONValue.object(call.arguments.members).line
    var halves: (FNV1a, UInt64) = (FNV1a(), 0x9E37_79B9_7F4A_7C15)
    for byte in bytes {
      halves.0.add(byte)
      halves.1 = ((halves.1 &+ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93)
      halves.1 ^= halves.1 >> 32
    }
    return "\(String(halves.0.value, radix: 36))-\(String(halves.1, radix: 36))-\(bytes.count)"
  }

  /// Returns the answer as one text; nil for a failure and for content other than text.
  static func text(_ result: ToolResult) -> String? {
    guard !result.isError else { return nil }
    var texts: [JSONValue] = []
    for block in result.content {
      guard case .text(let text) = block else { return nil }
      texts.append(.string(text))
    }
    let value: JSONValue = ["content": .array(texts), "structured": result.structured ?? .null]
    return String(decoding: value.line, as: UTF8.self)
  }

  /// Returns the answer to a call that was made before.
  static func result(_ beginning: CallBeginning) -> ToolResult {
    let note =
      "[Stet: you made this very call \(beginning.age) seconds ago. It was done once, then, and this is the answer that "
      + "it got. If you mean it again, read the file first.]"
    let kept = beginning.answer.flatMap { JSONValue(line: Array($0.utf8)) }
    if let receipt = beginning.receipt, let words = kept.flatMap(KeptWords.init) {
      return words.result(receipt).telling([note])
    }
    if let value = kept, let texts = value["content"]?.elements {
      let structured = value["structured"] == .null ? nil : value["structured"]
      return ToolResult(content: texts.compactMap(\.text).map { .text($0) }, structured: structured).telling([note])
    }
    guard let receipt = beginning.receipt else { return ToolResult.text("Done").telling([note]) }
    return ToolResult.text(
      "Done: \(ModelText.path(receipt.path))", token: receipt.token, notes: FileWriting.notes(receipt)
    ).telling([note])
  }
}

internal import FoundationEssentials
internal import MCP
internal import Values

@testable internal import Agents

/// The rule for every result: either of text and structured content is complete without the other, since a client may
/// show its model one of them only.
enum TwinRule {
  /// Words of the sentences about what has a name of its own in structured content.
  private static let sentences = Set(
    """
    Stet version token pass it as token when you write this file last changed by created by has and there is no file \
    now to make the absent changed others since your call lines deleted protected its content is kept from agents agent \
    unsure while an was at work took back What now user sync the next time person first more files further lies \
    what others wrote in not decides whether do again
    """.split(separator: " ").map(String.init))

  /// Returns what is in one of the two and not in the other.
  static func faults(of result: ToolResult) -> [String] {
    guard let structured = result.structured else { return ["there is no structured content"] }
    return missingInStructured(result, structured) + missingInText(result, structured)
  }

  private static func missingInStructured(_ result: ToolResult, _ structured: JSONValue) -> [String] {
    let notes = (structured["notes"]?.elements ?? []).compactMap(\.text)
    let values = strings(of: structured).joined(separator: "\n")
    var faults: [String] = []
    for (index, block) in result.content.enumerated() {
      guard case .text(let text) = block else { continue }
      if index == 0, structured["content"]?.text == text || structured["content"] == nil { continue }
      if notes.contains(text) { continue }
      if index == 0 {
        faults.append("another text than the content: \(text.prefix(200))")
        continue
      }
      if let current = structured["current"]?.text, text.hasSuffix(current) { continue }
      let words = text.split { $0.isWhitespace || "[](),;:\"".contains($0) }.map(String.init)
      let lost = words.filter { word in
        let bare = trimmed(word)
        return !bare.isEmpty && !sentences.contains(bare) && !values.contains(bare) && !text.contains("\\u")
      }
      if !lost.isEmpty { faults.append("not in structured content: \(lost) of \(text.prefix(300))") }
    }
    return faults
  }

  private static func trimmed(_ word: String) -> String {
    let isMark: (Character) -> Bool = { ".+-".contains($0) }
    return String(word.drop(while: isMark).reversed().drop(while: isMark).reversed())
  }

  private static func missingInText(_ result: ToolResult, _ structured: JSONValue) -> [String] {
    let words = result.words
    let others = (structured.members ?? []).filter { $0.name != "content" && $0.name != "notes" }
    return others.flatMap { pairs(of: $0.value, $0.name) }.compactMap { name, value in
      switch (name, value) {
      // A person is called by name; folders end with a slash, and the tip's own author is Stet.
      case ("kind", .string("user")), ("kind", .string("file")), ("kind", .string("folder")): return nil
      case (_, .string("sync")): return words.contains("Stet") ? nil : "sync"
      case (_, .string(let text)): return isShown(text, in: words) ? nil : "not in text: \(name) \(text.prefix(200))"
      case (_, .number(let number)):
        let size = Int64(number).map(SizeText.text) ?? number
        // None need not be said.
        return words.contains(number) || words.contains(size) || number == "0" ? nil : "not in text: \(name) \(number)"
      case ("deleted", .bool(true)): return words.contains("(deleted)") ? nil : name
      case ("protected", .bool(true)): return words.contains("(protected") ? nil : name
      case ("asked", .bool(true)): return words.contains("the person decides") ? nil : name
      default: return nil
      }
    }
  }

  private static func isShown(_ text: String, in words: String) -> Bool {
    let isHex = text.utf8.count == 40 && text.allSatisfy(\.isHexDigit)
    let isTime = text.utf8.count > 18 && text.hasPrefix("20") && text.contains("T")
    let forms = [
      text, ModelText.name(text), ModelText.path(text), ModelText.author(text), ModelText.line(text),
      ModelText.sentence(text), isHex ? String(text.prefix(12)) : text, isTime ? String(text.prefix(10)) : text,
    ]
    return text.isEmpty || forms.contains { words.utf8.contains($0.utf8) }
  }

  private static func strings(of value: JSONValue) -> [String] {
    pairs(of: value, "").compactMap { name, value in
      switch value {
      case .string(let text): text
      case .number(let number): number
      case .bool(true): name
      default: nil
      }
    } + names(of: value)
  }

  private static func names(of value: JSONValue) -> [String] {
    (value.members ?? []).flatMap { [$0.name] + names(of: $0.value) } + (value.elements ?? []).flatMap(names)
  }

  /// The values that are no objects and no lists, each with the nearest name above.
  private static func pairs(of value: JSONValue, _ name: String) -> [(String, JSONValue)] {
    if let members = value.members { return members.flatMap { pairs(of: $0.value, $0.name) } }
    if let elements = value.elements { return elements.flatMap { pairs(of: $0, name) } }
    return [(name, value)]
  }
}

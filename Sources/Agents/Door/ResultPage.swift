internal import MCP
internal import Values
internal import WorkspaceAPI

/// The limit of a result: no text in it takes more of a model's context than an excerpt.
enum ResultPage {
  /// The name of the argument with the line to continue at.
  static let argument = "first_line"

  /// Returns the page of a list that begins at a line, and the first line of the next one.
  ///
  /// - Throws: `ToolFailure` for a line after the last one.
  static func page(
    _ result: ToolResult, from first: Int?, longest: Int
  ) throws(ToolFailure) -> (result: ToolResult, excerpt: LineExcerpt?, notes: [String]) {
    guard case .text(let text)? = result.content.first else { return (result, nil, []) }
    let range = first.map { LineRange.between($0, nil) }
    let (part, excerpt) = LineExcerpt.take(range, of: text, longest: longest)
    guard let excerpt else { return (result, nil, []) }
    if let first, let total = excerpt.total, first > max(1, total) {
      throw ToolFailure("There is no line \(first): the answer has \(Counted.text(total, "line")).")
    }
    return (beginning(result, with: part), excerpt, ExcerptNote.words(excerpt).map { ["[Stet: \($0)]"] } ?? [])
  }

  /// The room for the sentence that introduces an excerpt of a file.
  private static let slack = 200

  /// Returns a result whose text is cut, with a note about that.
  static func cut(_ result: ToolResult, to longest: Int) -> ToolResult {
    guard case .text(let text)? = result.content.first else { return result }
    let (part, excerpt) = LineExcerpt.take(nil, of: text, longest: longest + slack)
    guard let excerpt, let total = excerpt.total else { return result }
    return beginning(result, with: part)
      .telling(["[Stet: the text continues; these are the first \(excerpt.last) of \(total) lines]"])
  }

  /// The members of structured content that are limited by themselves.
  private static let limited: Set<String> = ["content", "current", "token", "notes", "cursor"]

  /// Returns a result whose structured content repeats at most so many letters beside its text.
  static func fitted(_ result: ToolResult, to longest: Int) -> ToolResult {
    guard case .object(let members)? = result.structured else { return result }
    var room = longest
    var isCut = false
    var result = result
    result.structured = .object(
      members.map { member in
        guard !limited.contains(member.name) else { return member }
        return JSONMember(name: member.name, value: fitted(member.value, &room, &isCut))
      })
    return isCut
      ? result.telling(["[Stet: the lists of the structured content are cut; its text is complete]"]) : result
  }

  private static func fitted(_ value: JSONValue, _ room: inout Int, _ isCut: inout Bool) -> JSONValue {
    let length = value.line.count
    guard length > room else {
      room -= length
      return value
    }
    switch value {
    case .string(let text):
      isCut = true
      let part = String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, room))))
      room = 0
      return .string(part)
    case .array(let elements):
      var taken: [JSONValue] = []
      for element in elements {
        guard element.line.count <= room else { break }
        taken.append(fitted(element, &room, &isCut))
      }
      isCut = isCut || taken.count < elements.count
      // The members after a cut list are left out, too.
      if taken.count < elements.count { room = min(room, 100) }
      return .array(taken)
    case .object(let members):
      return .object(members.map { JSONMember(name: $0.name, value: fitted($0.value, &room, &isCut)) })
    default: return value
    }
  }

  /// Returns a value whose texts are cut.
  static func shortened(_ value: JSONValue, to longest: Int) -> JSONValue {
    switch value {
    case .string(let text) where text.utf8.count > longest:
      .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))))
    case .object(let members):
      .object(members.map { JSONMember(name: $0.name, value: shortened($0.value, to: longest)) })
    case .array(let elements): .array(elements.map { shortened($0, to: longest) })
    default: value
    }
  }

  /// Returns a result with another first text, for the model and for programs.
  private static func beginning(_ result: ToolResult, with text: String) -> ToolResult {
    var result = result
    result.content[0] = .text(text)
    guard case .object(let members)? = result.structured else { return result }
    result.structured = .object(
      members.map { $0.isNamed("content") ? JSONMember(name: $0.name, value: .string(text)) : $0 })
    return result
  }
}

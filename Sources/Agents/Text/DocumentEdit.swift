internal import Documents
internal import MCP
internal import WorkspaceAPI

/// One change of a document by its present text, by a heading, or by a front matter key.
enum DocumentEdit: Hashable, Sendable {
  /// Replaces a text.
  case text(TextEdit)
  /// Replaces the section under a heading, with its subsections.
  case section(heading: String, new: [UInt8])
  /// Sets the value of a front matter key.
  case key(String, value: String)

  /// Reads an element of `edits`.
  ///
  /// - Throws: `ToolFailure` if it names no place, or two.
  init(_ arguments: ToolArguments) throws(ToolFailure) {
    let new = try arguments.required("newText")
    let places = (try arguments.given("oldText"), try arguments.given("heading"), try arguments.given("key"))
    switch places {
    case (let old?, nil, nil): self = .text(TextEdit(old: Array(old.utf8), new: Array(new.utf8)))
    case (nil, let heading?, nil): self = .section(heading: heading, new: Array(new.utf8))
    case (nil, nil, let key?): self = .key(key, value: new)
    default:
      throw ToolFailure("Invalid arguments: an edit has one of \"oldText\", \"heading\" and \"key\", and \"newText\".")
    }
  }

  /// Returns the text with all edits, one after the other.
  ///
  /// - Throws: `ToolFailure` if a place does not exist, or exists more than once.
  static func apply(_ edits: [DocumentEdit], to text: [UInt8]) throws(ToolFailure) -> [UInt8] {
    var result = text
    for edit in edits {
      switch edit {
      case .text(let edit): result = try TextEdit.apply([edit], to: result)
      case .section(let heading, let new):
        result = try DocumentSection(heading, in: result).replaced(by: new, in: result)
      case .key(let key, let value): result = try set(key, to: value, in: result)
      }
    }
    return result
  }

  /// Returns the lines of a text that edits replace without quoting them: the sections under headings, and values of
  /// front matter keys that are more than one text in one line.
  ///
  /// - Throws: `ToolFailure` as `apply`.
  static func unquoted(by edits: [DocumentEdit], in text: [UInt8]) throws(ToolFailure) -> [LineRange] {
    var lines: [LineRange] = []
    for index in edits.indices {
      let present = try apply(Array(edits[..<index]), to: text)
      guard let replaced = try edits[index].unquoted(in: present) else { continue }
      if let before = try? edits[index].unquoted(in: text), before.text == replaced.text {
        lines.append(.between(before.lines.lowerBound, before.lines.upperBound))
      } else {
        // An edit before changed the extent.
        lines.append(.between(1, nil))
      }
    }
    return lines
  }

  /// Returns the lines that the edit replaces without quoting them, with their text; nil for none.
  private func unquoted(in text: [UInt8]) throws(ToolFailure) -> (lines: ClosedRange<Int>, text: ArraySlice<UInt8>)? {
    switch self {
    case .text: return nil
    case .section(let heading, _):
      let section = try DocumentSection(heading, in: text)
      return section.lines(in: text).map { ($0, section.body(in: text)) }
    case .key(let key, _):
      let place = TOMLMatter.begins(text) ? TOMLMatter(text)?.list(of: key) : FrontMatter(text)?.collection(of: key)
      guard let place, let last = text[place].lastIndex(where: { $0 != 10 && $0 != 13 }) else { return nil }
      let first = text[..<place.lowerBound].count { $0 == 10 } + 1
      return (first...first + text[place.lowerBound..<last].count { $0 == 10 }, text[place])
    }
  }

  private static func set(_ key: String, to value: String, in text: [UInt8]) throws(ToolFailure) -> [UInt8] {
    if TOMLMatter.begins(text) { return try setTOML(key, to: value, in: text) }
    guard let matter = FrontMatter(text) else {
      throw ToolFailure("The file has no front matter in YAML or TOML that can be read; edit it by oldText.")
    }
    guard matter.has(key) || FrontMatter.isKey(key) else {
      throw ToolFailure(
        "Invalid arguments: \(ModelText.quotedShort(key)) cannot be a front matter key. A key has no line break, no "
          + "control character and no colon before a blank, and does not begin with a blank, a quote, # or -, or with "
          + "another sign of YAML.")
    }
    let isOneLine = !value.contains(where: \.isNewline)
    // For a key with a text value, a list in brackets is a text, too.
    if isOneLine, matter[key] != nil || !matter.has(key) && !FrontMatter.isCollection(value),
      let result = matter.setting(key, to: value, behind: [])
    {
      return result
    }
    let isListLost = matter.has(key) && matter[key] == nil && !FrontMatter.isCollection(value)
    if !isListLost, let result = matter.replacing(key, by: value) { return result }
    let isList = matter.has(key) && matter[key] == nil
    throw ToolFailure(
      "The value of \(ModelText.quotedShort(key)) cannot be set to that. "
        + (isList
          ? "It is a list or mapping: give one, as [a, b] or in lines that begin with -."
          : "Give a text of several lines as YAML: | and the lines behind it, each indented.")
        + " Or edit it by oldText.")
  }

  private static func setTOML(_ key: String, to value: String, in text: [UInt8]) throws(ToolFailure) -> [UInt8] {
    guard let matter = TOMLMatter(text) else {
      throw ToolFailure("The front matter between +++ cannot be read as TOML; edit it by oldText.")
    }
    if let result = matter.setting(key, to: value) { return result }
    throw ToolFailure(
      "The value of \(ModelText.quotedShort(key)) cannot be set to that. The front matter is TOML: Stet sets only a value "
        + "of one line before the first [table], and only to a value of the same type, such as true, 7 or [\"a\", \"b\"]. "
        + (matter.line(of: key).map { "Edit it by oldText; the line is:\n\(ModelText.line($0))" }
          ?? "Edit it by oldText."))
  }
}

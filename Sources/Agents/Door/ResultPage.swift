internal import MCP
internal import WorkspaceAPI

/// The limit of a result: no text of it costs a model more than an excerpt.
enum ResultPage {
  /// The name of the argument that says where to continue.
  static let argument = "first_line"

  /// Returns the page of a list that begins at a line, and where the next one does.
  ///
  /// - Throws: `ToolFailure` for a line behind the last.
  static func page(_ result: ToolResult, from first: Int?) throws(ToolFailure) -> ToolResult {
    guard case .text(let text)? = result.content.first else { return result }
    let range = first.map { LineRange.between($0, nil) }
    let (part, excerpt) = LineExcerpt.take(range, of: text, longest: LineExcerpt.usual)
    guard let excerpt else { return result }
    if let first, let total = excerpt.total, first > max(1, total) {
      throw ToolFailure("There is no line \(first): the answer has \(total) lines.")
    }
    var page = result
    page.content[0] = .text(part)
    if let words = ExcerptNote.words(excerpt) { page.content.insert(.text("[Stet: \(words)]"), at: 1) }
    return page
  }

  /// The room for the sentence that introduces an excerpt of a file.
  private static let slack = 200

  /// Returns a result whose long texts end early, and say so.
  static func cut(_ result: ToolResult) -> ToolResult {
    var cut = result
    cut.content = result.content.flatMap { block -> [ContentBlock] in
      guard case .text(let text) = block else { return [block] }
      let (part, excerpt) = LineExcerpt.take(nil, of: text, longest: LineExcerpt.usual + slack)
      guard let excerpt, let total = excerpt.total else { return [block] }
      return [.text(part), .text("[Stet: the text goes on; these are the first \(excerpt.last) of \(total) lines]")]
    }
    return cut
  }
}

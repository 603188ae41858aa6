internal import GitObjects
internal import Values
internal import WorkspaceAPI

/// The limits of a publication. Pure.
enum FeedRules {
  /// The greatest length of a headline, in characters of Unicode.
  static let longestHeadline = 200
  /// The greatest length of the id of a book, in bytes.
  static let longestBook = 200
  /// The greatest length of a text, in bytes.
  static let longestContent = 1 << 16
  /// The greatest number of links.
  static let mostLinks = 50

  /// Returns a publication as it is recorded: without white space around headline and text, with `\n` as line ends, and
  /// with the files that the text links to.
  ///
  /// - Throws: `VerbError`, `.usage`, for the first rule that it breaks.
  static func checked(_ request: PublishRequest) throws(VerbError) -> PublishRequest {
    var checked = request
    checked.headline = try line(request.headline, "headline", most: longestHeadline)
    checked.bookId = try request.bookId.map { (id) throws(VerbError) in
      let id = try line(id, "book's id", most: longestBook)
      guard id.utf8.count <= longestBook else { throw tooLong("book's id", id.utf8.count, longestBook, "bytes") }
      return id
    }
    let text = request.content.replacing("\r\n", with: "\n").trimmed
    guard !text.isEmpty else { throw refusal("The content is empty.", "Publish a text of at least one word.") }
    guard text.utf8.count <= longestContent else {
      throw refusal(
        "The content has \(text.utf8.count) bytes; at most \(longestContent) are taken.",
        "Write the text to a file, and publish a summary with a link to it.")
    }
    if let control = text.unicodeScalars.first(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
      throw forbidden("content", control)
    }
    checked.content = text
    var links: [String] = []
    for link in request.links { links.append(try WorkspacePath(checking: link).string) }
    for link in FeedLinks.links(in: text) {
      if !links.contains(where: { $0.hasSameBytes(as: link) }) { links.append(link) }
    }
    guard request.links.count <= mostLinks else {
      throw refusal("\(request.links.count) links are too many; at most \(mostLinks) are taken.", "Name fewer files.")
    }
    checked.links = Array(links.prefix(mostLinks))
    return checked
  }

  private static func line(_ text: String, _ name: String, most: Int) throws(VerbError) -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw refusal("The \(name) is empty.", "Give it in a few words.") }
    if let control = text.unicodeScalars.first(where: { $0.isControl || "\u{2028}\u{2029}".unicodeScalars.contains($0) }
    ) {
      throw control == "\n"
        ? refusal("The \(name) has several lines.", "Give it on one line.") : forbidden(name, control)
    }
    guard text.unicodeScalars.count <= most else {
      throw tooLong(name, text.unicodeScalars.count, most, "characters")
    }
    return text
  }

  private static func tooLong(_ name: String, _ length: Int, _ most: Int, _ unit: String) -> VerbError {
    refusal(
      "The \(name) has \(length) \(unit); at most \(most) are taken.", "Shorten it, and put the rest in the content.")
  }

  private static func forbidden(_ name: String, _ control: Unicode.Scalar) -> VerbError {
    let code = NumberText.padded(control.value, to: 4, radix: 16, uppercase: true)
    return refusal("The \(name) contains the control character U+\(code).", "Remove it.")
  }

  private static func refusal(_ what: String, _ next: String) -> VerbError {
    VerbError(.usage, what, kept: "Nothing was published.", next: next)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}

internal import Values
internal import WorkspaceAPI

/// Records of the feed, for people.
enum FeedText {
  /// Returns the records: a line with the headline, a line with author, time and book, then the text and the links.
  static func text(_ report: FeedReport, _ style: TextStyle) -> String {
    guard !report.records.isEmpty else { return "Nothing was published.\n" }
    let records = report.records.map { record(of: $0, style) }.joined(separator: "\n")
    guard report.more > 0 else { return records }
    return records + "\n" + style.dim("\(report.more) more (--limit)") + "\n"
  }

  private static func record(of record: FeedRecord, _ style: TextStyle) -> String {
    let author = record.author.map { AuthorText.text($0, style) } ?? "an unknown author"
    let book = record.bookId.map { "  \(TerminalText.short($0))" } ?? ""
    let time = TimeText.relative(record.time, now: style.now)
    var text = style.bold(TerminalText.name(record.headline)) + "\n"
    text +=
      "\(author)  \(style.dim(TerminalText.name(time)))\(book)  \(style.dim(TerminalText.name(record.id)))\n"
    for line in record.content.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "  \(TerminalText.content(String(line)))\n"
    }
    for link in record.links { text += "  \(style.dim("->")) \(TerminalText.name(link))\n" }
    return text
  }

  /// Returns the sentence about a book that no record names, with the nearest of the named books.
  static func remark(onMissing book: String, in books: [String]) -> String {
    let hint = NameDistance.hint(to: book, among: Set(books).sorted())
    return TerminalText.name("No record is about '\(book)'.\(hint)") + "\n"
  }

  /// Returns the sentence about lines that are no records; nil for none.
  static func note(on report: FeedReport) -> String? {
    guard let first = report.broken.first else { return nil }
    let place = "line \(first.line) of \(TerminalText.name(first.path))"
    let what =
      report.broken.count == 1
      ? "\(place) is no record and was left out"
      : "\(report.broken.count) lines are no records and were left out, first \(place)"
    return "stet: \(what). The file has it unchanged; 'stet blame \(TerminalText.name(first.path))' names its author.\n"
  }

  /// Returns one line about a publication: the file, the record's id, and remarks.
  static func text(_ receipt: PublishReceipt, _ style: TextStyle) -> String {
    var text = "\(TerminalText.name(receipt.path))  \(style.dim(TerminalText.name(receipt.record.id)))"
    if !receipt.isNew { text += "  (published before, \(TimeText.relative(receipt.record.time, now: style.now)))" }
    if let held = receipt.held { text += "  \(style.yellow("(held back: \(held))"))" }
    return text + "\n"
  }
}

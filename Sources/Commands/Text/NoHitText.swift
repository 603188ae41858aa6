internal import Values
internal import WorkspaceAPI

/// The sentence about a search that found nothing: it names the conditions, which may be the reason.
struct NoHitText {
  /// The searched text.
  let text: String
  /// Whether lines were searched instead of documents.
  let isLines: Bool
  /// The path that restricted the search, as it was written; nil for none.
  let place: String?
  /// The conditions on documents.
  let conditions: WordConditions

  /// The options that restricted the search, for a shell.
  private var options: [String] {
    var options: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { options.append("--\(name) \(ShellWord.word(value))") }
    }
    add("in", place)
    add("by", conditions.author)
    add("since", conditions.since)
    add("until", conditions.until)
    for field in conditions.fields { add("field", field) }
    return options
  }

  /// The advice on a search for one whole word.
  private var wordHint: String {
    guard !isLines, !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return "" }
    return " Whole words are searched; '\(text)*' finds all that begin so."
  }

  /// The sentence with its advice.
  var sentence: String {
    let options = TerminalText.name(options.joined(separator: " "))
    if options.isEmpty { return (isLines ? "No line matches." : "No document matches.") + wordHint }
    let what = isLines ? "No line matches with" : "No document matches with"
    return "\(what) \(options). Fewer conditions may find more."
  }
}

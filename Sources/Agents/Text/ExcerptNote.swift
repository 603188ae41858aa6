internal import WorkspaceAPI

/// The words for an agent about an excerpt of a text.
enum ExcerptNote {
  /// Returns the words; nil if all lines are shown. `tool` is the tool to continue with, if it is another one.
  static func words(_ excerpt: LineExcerpt, tool: String? = nil) -> String? {
    guard
      excerpt.next != nil || excerpt.isInsideLine || excerpt.column != nil
        || excerpt.last - excerpt.first + 1 != excerpt.total
    else { return nil }
    var words = "lines \(excerpt.first) to \(excerpt.last)"
    if let total = excerpt.total { words += " of \(total)" }
    if let column = excerpt.column {
      let end = excerpt.isInsideLine ? excerpt.nextColumn.map { "to \($0 - 1)" } ?? "on" : "on"
      words += ", of line \(excerpt.first) the characters from \(column) \(end)"
    } else if excerpt.isInsideLine {
      words += ", of line \(excerpt.last) only the beginning"
    }
    if let next = excerpt.next {
      words += "; continue at line \(next): pass first_line \(next)" + (tool.map { " to \($0)" } ?? "")
    }
    return words
  }

  /// Returns the words about how to continue within a line; nil if no line is cut.
  static func within(_ excerpt: LineExcerpt) -> String? {
    excerpt.nextColumn.map {
      "the rest of line \(excerpt.last): pass first_line \(excerpt.last) and column \($0) to read_text_file"
    }
  }
}

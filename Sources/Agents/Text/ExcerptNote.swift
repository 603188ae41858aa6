internal import WorkspaceAPI

/// The words for an agent that is shown some lines of a text.
enum ExcerptNote {
  /// The words; nil where all lines are shown.
  static func words(_ excerpt: LineExcerpt) -> String? {
    guard excerpt.next != nil || excerpt.isInsideLine || excerpt.last - excerpt.first + 1 != excerpt.total else {
      return nil
    }
    var words = "lines \(excerpt.first) to \(excerpt.last)"
    if let total = excerpt.total { words += " of \(total)" }
    if excerpt.isInsideLine { words += ", of line \(excerpt.last) only the beginning" }
    if let next = excerpt.next { words += "; continue at line \(next): pass first_line \(next)" }
    return words
  }
}

package import GitObjects

/// The conditions on documents beside their words. Pure.
package struct SearchFilter: Hashable, Sendable {
  /// A value in the front matter.
  package struct Field: Hashable, Sendable {
    /// The key.
    package var name: String
    /// The value, or one element of a list.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Parses `name=value`; nil for another form.
    package init?(_ text: String) {
      guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
      name = String(text[..<sign])
      value = String(text[text.index(after: sign)...])
    }
  }

  /// Restricts to this file, or to files below this folder.
  package var path: WorkspacePath?
  /// Restricts to files whose first or last author is of this kind (`agent`, `user`) or has this name.
  package var author: String?
  /// Restricts to files that were changed at this time or later, in seconds since 1970.
  package var since: Int64?
  /// Restricts to files that were not changed after this time.
  package var until: Int64?
  /// Restricts to files with all these values in the front matter.
  package var fields: [Field] = []

  /// Creates a filter without conditions.
  package init() {}

  /// Returns the conditions in SQL on the tables `file` and `authorship`, each with its arguments.
  var conditions: [(sql: String, arguments: [String])] {
    var conditions: [(sql: String, arguments: [String])] = []
    if let path = path?.string {
      // The slash is the last character before `0`.
      conditions.append(("(file.path = ? OR (file.path >= ? AND file.path < ?))", [path, path + "/", path + "0"]))
    }
    if let author {
      let kinds = ["user": ["user"], "person": ["user"], "agent": ["agent"], "unsure": ["unsure"]]
      if let kind = kinds[author.lowercased()]?.first {
        conditions.append(("(madeKind = ? OR changedKind = ?)", [kind, kind]))
      } else {
        conditions.append(
          ("(madeName = ? COLLATE NOCASE OR changedName = ? COLLATE NOCASE)", [author, author]))
      }
    }
    if let since { conditions.append(("changedAt >= \(since)", [])) }
    if let until { conditions.append(("changedAt <= \(until)", [])) }
    for field in fields {
      conditions.append(
        (
          "EXISTS (SELECT 1 FROM json_each(file.matter, ?) AS item WHERE CAST(item.value AS TEXT) = ? COLLATE NOCASE)",
          ["$.\"\(field.name.filter { $0 != "\"" })\"", field.value]
        ))
    }
    return conditions
  }
}

package import GitObjects

/// The conditions on documents beside their words. Pure.
package struct SearchFilter: Hashable, Sendable {
  /// Restricts to this file, or to files below this folder.
  package var path: WorkspacePath?
  /// Restricts to files whose first or last author is of this kind (`agent`, `user`) or has this name.
  package var author: String?
  /// Restricts to files that were changed at this time or later, in seconds since 1970.
  package var since: Int64?
  /// Restricts to files that were not changed after this time.
  package var until: Int64?
  /// Restricts to files whose front matter and attributes fulfil all these conditions, which SQL only narrows down.
  package var fields: [DocumentCondition] = []

  /// Creates a filter without conditions.
  package init() {}

  /// Returns conditions in SQL on the tables `file` and `authorship`, each with its arguments, that every matching file
  /// fulfils. Without `fields` no other file fulfils them.
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
    return conditions + fields.compactMap(\.necessary)
  }

  /// Returns whether a file fulfils the conditions on its front matter and attributes.
  func fits(_ properties: DocumentProperties) -> Bool { fields.allSatisfy { $0.holds(for: properties) } }
}

internal import GitObjects
package import Values

/// The properties of one recorded document. Pure.
package struct DocumentProperties: Hashable, Sendable {
  /// The author of a change with its time in ISO 8601.
  struct Change: Hashable, Sendable {
    var kind: String
    var name: String?
    var time: String
  }

  package let path: String
  var title: String
  /// The kind of the file.
  var kind: DocumentKind
  /// The front matter; nil if there is none, or none that can be read.
  var matter: JSONValue?
  /// The first change of the path; nil if it is not known.
  var made: Change?
  /// The last change of the path; nil if it is not known.
  var changed: Change?
  /// The names of folders in the path that the query names, by the query's names.
  var folders: [String: String] = [:]

  /// Returns the value to show for a key; nil if the document has none, and for null.
  package subscript(key: DocumentKey) -> JSONValue? {
    switch key.source {
    case .attribute(let attribute): value(attribute)
    case .matter(let names): matter(names) ?? folders[key.name].map { .string($0) }
    }
  }

  /// Returns the values that a condition compares: the elements of a list, and for an author both name and kind.
  func compared(_ key: DocumentKey) -> [JSONValue] {
    if case .attribute(let attribute) = key.source {
      let change = attribute == .createdBy ? made : attribute == .modifiedBy ? changed : nil
      if let change { return [change.name, change.kind].compactMap(\.self).map { .string($0) } }
    }
    guard let value = self[key] else { return [] }
    return value.elements ?? [value]
  }

  private func value(_ attribute: DocumentKey.Attribute) -> JSONValue? {
    let text: String? =
      switch attribute {
      case .path: path
      case .name: String(Substring(path.utf8.suffix(from: nameStart)))
      case .folder: String(Substring(path.utf8.prefix(upTo: nameStart).dropLast()))
      case .title: title
      case .kind: kind.rawValue
      case .createdAt: made?.time
      case .createdBy: made?.name ?? made?.kind
      case .createdKind: made?.kind
      case .modifiedAt: changed?.time
      case .modifiedBy: changed?.name ?? changed?.kind
      case .modifiedKind: changed?.kind
      }
    return text.map { .string($0) }
  }

  private var nameStart: String.UTF8View.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.utf8.startIndex
  }

  /// Returns a value of the front matter: of the key with dots, else of a nested one.
  private func matter(_ names: [String]) -> JSONValue? {
    var value = matter?[names.joined(separator: ".")]
    if value == nil, names.count > 1 { value = names.reduce(matter) { $0?[$1] } }
    return value == .null ? nil : value
  }
}

package import GitObjects

/// A path in which names in braces are any folder: `Research/{bookId}`. Pure.
package struct PathPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case name([UInt8])
    case folder(String)
  }

  private let parts: [Part]
  /// The part of the path before the first name in braces; nil for none.
  let prefix: WorkspacePath?
  /// The names in braces.
  let names: [String]

  /// Parses a pattern.
  ///
  /// - Throws: `WorkspacePathError` for a text that is no path in a workspace.
  package init(_ text: String) throws(WorkspacePathError) {
    _ = try WorkspacePath(text)
    let slash = UInt8(ascii: "/")
    parts = text.utf8.split(separator: slash).map { part in
      guard part.count > 2, part.first == UInt8(ascii: "{"), part.last == UInt8(ascii: "}") else {
        return .name(Array(part))
      }
      return .folder(String(Substring(part.dropFirst().dropLast())))
    }
    names = parts.compactMap { if case .folder(let name) = $0 { name } else { nil } }
    let plain = parts.prefix { if case .name = $0 { true } else { false } }
      .compactMap { if case .name(let name) = $0 { String(decoding: name, as: UTF8.self) } else { nil } }
    prefix = try plain.isEmpty ? nil : WorkspacePath(plain.joined(separator: "/"))
  }

  /// Returns the folders that the names in braces are in a path; nil for a path outside the pattern.
  ///
  /// Without braces the path itself is inside; a name in braces at the end is a folder above the path.
  func folders(of path: String) -> [String: String]? {
    let found = path.utf8.split(separator: UInt8(ascii: "/"))
    guard found.count >= parts.count else { return nil }
    if case .folder? = parts.last, found.count == parts.count { return nil }
    var folders: [String: String] = [:]
    for (part, name) in zip(parts, found) {
      switch part {
      case .name(let wanted): guard wanted.elementsEqual(name) else { return nil }
      case .folder(let key): folders[key] = String(Substring(name))
      }
    }
    return folders
  }
}

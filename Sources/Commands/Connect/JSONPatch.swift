internal import Values

/// Adds members and elements to a JSON text and removes them, without changing any other byte. Pure.
///
/// A new value is added after the existing ones. It is removed with its separator, so that the text is the same as
/// before. A list or object that was created for it is removed, too; one that existed and was empty stays. The latter
/// is recognised by the missing blank before the value.
struct JSONPatch {
  /// The text.
  private(set) var bytes: [UInt8]

  /// Creates a patch of a text; nil for an empty object.
  init(_ text: [UInt8]?) { bytes = text ?? Array("{\n}\n".utf8) }

  /// The outermost object; nil if the text is no object.
  var root: JSONNode? { JSONNode(bytes, .comments).flatMap { $0.kind == .object ? $0 : nil } }

  /// Returns the value at a path.
  func value(at path: [String]) -> JSONNode? { path.reduce(root) { $0?.value(of: $1, in: bytes) } }

  /// Whether the text is only the empty object that was created.
  var isMade: Bool { bytes == Array("{\n}\n".utf8) }

  /// Sets a member of an object; creates missing objects above it. Returns false if a value of another kind is in the
  /// way.
  mutating func set(_ name: String, _ value: String, in path: [String]) -> Bool {
    put("\(JSONString.quoted(name)): \(value)", in: path, ifMissing: ("{", "}"), of: .object)
  }

  /// Appends an element to a list; creates a missing list.
  mutating func append(_ value: String, to path: [String]) -> Bool {
    put(value, in: path, ifMissing: ("[", "]"), of: .array)
  }

  private mutating func put(
    _ text: String, in path: [String], ifMissing marks: (String, String), of kind: JSONNode.Kind
  ) -> Bool {
    guard let container = value(at: path) else {
      guard let name = path.last else { return false }
      let made = "\(marks.0)\n\(Self.indent(1))\(Self.indented(text, 1))\n\(marks.1)"
      return set(name, made, in: Array(path.dropLast()))
    }
    guard container.kind == kind else { return false }
    let depth = path.count + 1
    if let last = container.members.last?.value.range.upperBound {
      bytes.insert(contentsOf: Array((",\n" + Self.indent(depth) + Self.indented(text, depth)).utf8), at: last)
    } else if path.isEmpty, isMade {
      bytes = Array("{\n\(Self.indent(1))\(Self.indented(text, 1))\n}\n".utf8)
    } else {
      bytes.insert(contentsOf: Array(Self.indented(text, depth).utf8), at: container.range.lowerBound + 1)
    }
    return true
  }

  /// Removes the member of a name from an object.
  mutating func remove(_ name: String, in path: [String]) {
    guard let members = value(at: path)?.members, let index = members.lastIndex(where: { $0.name(in: bytes) == name })
    else { return }
    remove(index, of: members.map(\.body), in: path)
  }

  /// Removes elements from a list.
  mutating func removeElements(of path: [String], where isWanted: (_ element: JSONNode, _ text: [UInt8]) -> Bool) {
    while let elements = value(at: path)?.members, let index = elements.firstIndex(where: { isWanted($0.value, bytes) })
    {
      remove(index, of: elements.map(\.body), in: path)
    }
  }

  private mutating func remove(_ index: Int, of parts: [Range<Int>], in path: [String]) {
    guard let container = value(at: path) else { return }
    if index > 0 {
      bytes.removeSubrange(parts[index - 1].upperBound..<parts[index].upperBound)
    } else if parts.count > 1 {
      bytes.removeSubrange(parts[0].lowerBound..<parts[1].lowerBound)
    } else if parts[0].lowerBound == container.range.lowerBound + 1 {
      bytes.removeSubrange(parts[0])
    } else if let name = path.last {
      remove(name, in: Array(path.dropLast()))
    } else {
      bytes = Array("{\n}\n".utf8)
    }
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private static func indented(_ text: String, _ depth: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indent(depth))
  }
}

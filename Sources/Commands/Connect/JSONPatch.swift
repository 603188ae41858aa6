internal import Values

/// Puts members and elements into a JSON text, and takes them out again, and leaves every other byte as it is. Pure.
///
/// What is put in comes behind what stands there. What was put in is taken out with what it was joined by: then the text
/// is the one it was before. A list or object that was made for it goes with it; one that stood there empty stays, which
/// is told by no blank before what was put in.
struct JSONPatch {
  /// The text.
  private(set) var bytes: [UInt8]

  /// Takes a text; where there is none, an empty object.
  init(_ text: [UInt8]?) { bytes = text ?? Array("{\n}\n".utf8) }

  /// What stands there; nil where it is no object.
  var root: JSONNode? { JSONNode(bytes, .comments).flatMap { $0.kind == .object ? $0 : nil } }

  /// The value at a place.
  func value(at path: [String]) -> JSONNode? { path.reduce(root) { $0?.value(of: $1, in: bytes) } }

  /// Whether nothing stands there but an object that was made.
  var isMade: Bool { bytes == Array("{\n}\n".utf8) }

  /// Gives an object a member; the objects above it are made where they are missing. False where another kind of value
  /// is in the way.
  mutating func set(_ name: String, _ value: String, in path: [String]) -> Bool {
    put("\(JSONString.quoted(name)): \(value)", in: path, ifMissing: ("{", "}"), of: .object)
  }

  /// Adds an element to a list, which is made where it is missing.
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

  /// Takes the member of a name out of an object.
  mutating func remove(_ name: String, in path: [String]) {
    guard let members = value(at: path)?.members, let index = members.lastIndex(where: { $0.name(in: bytes) == name })
    else { return }
    remove(index, of: members.map(\.body), in: path)
  }

  /// Takes elements out of a list.
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

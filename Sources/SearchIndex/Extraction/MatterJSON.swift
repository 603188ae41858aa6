internal import Documents
internal import Values
internal import Yams

/// The front matter of a document as JSON. Pure.
enum MatterJSON {
  /// Returns the values of all keys as an object; nil if the document has no front matter that can be read.
  ///
  /// Plain numbers, `true`, `false` and `null` keep their kind; everything else is text, dates too.
  static func value(of document: [UInt8]) -> JSONValue? {
    guard let block = FrontMatterBlock(document),
      let yaml = String(validating: document[block.opening.upperBound..<block.closing.lowerBound], as: UTF8.self)
    else { return nil }
    guard let node = try? Yams.compose(yaml: yaml) else { return .object([]) }
    return json(node)
  }

  private static func json(_ node: Node) -> JSONValue {
    switch node {
    case .mapping(let mapping):
      var members: [JSONMember] = []
      for (key, value) in mapping {
        guard let name = key.scalar?.string, !members.contains(where: { $0.isNamed(name) }) else { continue }
        members.append(JSONMember(name: name, value: json(value)))
      }
      return .object(members)
    case .sequence(let sequence): return .array(sequence.map(json))
    case .scalar(let scalar): return json(scalar)
    case .alias: return .null
    }
  }

  private static func json(_ scalar: Node.Scalar) -> JSONValue {
    guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
    switch scalar.string {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let value = JSONValue(line: Array(scalar.string.utf8)), case .number = value { return value }
    return .string(scalar.string)
  }
}

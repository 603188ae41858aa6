internal import Documents

/// By what the members of three containers are told apart.
enum RecordNames {
  /// The names of fields and elements, each once in its list; nil where the containers cannot be merged by members.
  ///
  /// Fields go by name; objects in an array by their key where all have one, else by their bytes, where no element was
  /// changed by both sides; other elements by their bytes too, where neither side took one away (their place may count).
  static func find(_ nodes: Three<JSONNode?>, _ texts: Three<[UInt8]>, key: [UInt8]) -> Three<[[UInt8]]>? {
    guard let ours = nodes.ours, ours.kind != .scalar else { return nil }
    if ours.kind == .object {
      let names = zip(nodes, texts) { node, text in node.members.map { $0.name.map { Array(text[$0]) } ?? [] } }
      return isUnique(names) ? names : nil
    }
    let keys = zip(nodes, texts) { node, text in node.members.map { self.key(of: $0.value, key, in: text) } }
    let known = keys.map { $0.compactMap(\.self) }
    let areKeyed =
      keys.base.count == known.base.count && keys.ours.count == known.ours.count
      && keys.theirs.count == known.theirs.count
    if areKeyed, isUnique(known) { return known }
    let names = zip(nodes, texts) { node, text in numbered(node.members.map { Array(text[$0.value.range]) }) }
    let sets = names.map { Set($0) }
    let all = [nodes.base, nodes.ours, nodes.theirs].compactMap(\.self).flatMap(\.members)
    let areObjects = all.allSatisfy { $0.value.kind == .object }
    let isMergeable = sets.base.allSatisfy { name in
      areObjects
        ? sets.ours.contains(name) || sets.theirs.contains(name)
        : sets.ours.contains(name) && sets.theirs.contains(name)
    }
    return isMergeable ? names : nil
  }

  /// The value of a record's key; nil for what is no object with that field.
  static func key(of node: JSONNode, _ key: [UInt8], in text: [UInt8]) -> [UInt8]? {
    guard node.kind == .object else { return nil }
    let field = node.members.first { member in
      guard let name = member.name else { return false }
      return text[(name.lowerBound + 1)..<(name.upperBound - 1)].elementsEqual(key)
    }
    guard let field, field.value.kind == .scalar else { return nil }
    return Array(text[field.value.range])
  }

  /// Names that may stand more than once, told apart by how often they stood before.
  static func numbered(_ names: [[UInt8]]) -> [[UInt8]] {
    var counts: [[UInt8]: Int] = [:]
    return names.map { name in
      let count = counts[name, default: 0]
      counts[name] = count + 1
      return name + Array("\u{0}\(count)".utf8)
    }
  }

  /// Whether each list has each name once.
  static func isUnique(_ names: Three<[[UInt8]]>) -> Bool {
    [names.base, names.ours, names.theirs].allSatisfy { Set($0).count == $0.count }
  }

  private static func zip<Value>(
    _ nodes: Three<JSONNode?>, _ texts: Three<[UInt8]>, _ transform: (JSONNode, [UInt8]) -> [Value]
  ) -> Three<[Value]> {
    func value(_ side: MergeSide?) -> [Value] { nodes[side].map { transform($0, texts[side]) } ?? [] }
    return Three(base: value(nil), ours: value(.ours), theirs: value(.theirs))
  }
}

internal import Documents
internal import Values

/// The names that identify the members of three containers.
enum RecordNames {
  /// Returns the names of fields and elements, each once in its list; nil if the containers cannot be merged by
  /// members.
  ///
  /// A field is identified by its name. An object in an array is identified by its key, without a key by its content,
  /// and a replacement of such an object by its position. Other elements are identified by their content, but only if
  /// neither side removed one, because their position may matter.
  static func find(_ nodes: Three<JSONNode?>, _ texts: Three<[UInt8]>, key: [UInt8]) -> Three<[[UInt8]]>? {
    guard let ours = nodes.ours, !ours.isScalar else { return nil }
    if ours.kind == .object {
      let names = zip(nodes, texts) { node, text in node.members.map { $0.name.map { Array(text[$0]) } ?? [] } }
      return isUnique(names) ? names : nil
    }
    let values = zip(nodes, texts) { node, _ in node.members.map { Optional($0.value) } }
    let names = elements(values, texts, key: key)
    let all = [nodes.base, nodes.ours, nodes.theirs].compactMap(\.self).flatMap(\.members)
    if all.allSatisfy({ $0.value.kind == .object }) { return placed(names, values, texts) }
    let sets = names.map { Set($0) }
    return sets.base.allSatisfy { sets.ours.contains($0) && sets.theirs.contains($0) } ? names : nil
  }

  /// Returns the names of elements: their key if no list repeats one, else their content. A nil value is a blank line.
  static func elements(
    _ values: Three<[JSONNode?]>, _ texts: Three<[UInt8]>, key: [UInt8]
  ) -> Three<[[UInt8]]> {
    func keys(_ side: MergeSide?) -> [[UInt8]?] {
      values[side].map { $0.flatMap { self.key(of: $0, key, in: texts[side]) } }
    }
    let found = Three(base: keys(nil), ours: keys(.ours), theirs: keys(.theirs))
    let isKeyed = isUnique(found.map { $0.compactMap(\.self) })
    func names(_ side: MergeSide?) -> [[UInt8]] {
      let contents = numbered(values[side].map { $0.map { [0] + $0.compact(texts[side]) } ?? [2] })
      return contents.enumerated().map { index, content in
        isKeyed ? found[side][index].map { [1] + $0 } ?? content : content
      }
    }
    return Three(base: names(nil), ours: names(.ours), theirs: names(.theirs))
  }

  /// Gives a replacement the name of the element without a key that it replaces, if it has most of that element's
  /// fields.
  static func placed(
    _ names: Three<[[UInt8]]>, _ values: Three<[JSONNode?]>, _ texts: Three<[UInt8]>
  ) -> Three<[[UInt8]]> {
    func fields(_ node: JSONNode?, _ side: MergeSide?) -> Set<[UInt8]> {
      Set((node?.members ?? []).compactMap { $0.name.map { Array(texts[side][$0]) } })
    }
    func placed(_ side: MergeSide) -> [[UInt8]] {
      var known: [[UInt8]: Int32] = [:]
      func number(_ list: [[UInt8]]) -> [Int32] {
        list.map { name in
          let number = known[name] ?? Int32(known.count)
          known[name] = number
          return number
        }
      }
      let own = Set(names[side])
      var result = names[side]
      let base = number(names.base)
      for change in LineDiff.changes(from: base, to: number(names[side])) where change.new.count >= change.old.count {
        for (old, new) in Swift.zip(change.old, change.new)
        where names.base[old].first == 0 && names[side][new].first == 0 && !own.contains(names.base[old]) {
          let (before, after) = (fields(values.base[old], nil), fields(values[side][new], side))
          if before.intersection(after).count * 2 > before.count { result[new] = names.base[old] }
        }
      }
      return result
    }
    return Three(base: names.base, ours: placed(.ours), theirs: placed(.theirs))
  }

  /// Returns the value of a record's key; nil if the node is not an object with that scalar field.
  static func key(of node: JSONNode, _ key: [UInt8], in text: [UInt8]) -> [UInt8]? {
    guard node.kind == .object else { return nil }
    let field = node.members.first { member in
      guard let name = member.name else { return false }
      return text[(name.lowerBound + 1)..<(name.upperBound - 1)].elementsEqual(key)
    }
    guard let field, field.value.isScalar else { return nil }
    return Array(text[field.value.range])
  }

  /// Makes names unique: appends the number of earlier occurrences to each.
  static func numbered(_ names: [[UInt8]]) -> [[UInt8]] {
    var counts: [[UInt8]: Int] = [:]
    return names.map { name in
      let count = counts[name, default: 0]
      counts[name] = count + 1
      return name + Array("\u{0}\(count)".utf8)
    }
  }

  /// Returns whether each list has each name once.
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

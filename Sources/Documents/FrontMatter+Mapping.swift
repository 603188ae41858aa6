internal import Yams

/// Mappings within the front matter, such as `metadata:` with a line for each of its keys.
extension FrontMatter {
  /// Returns the keys and scalars of the mapping at a top-level key, in order; nil without a mapping with text keys.
  package func mapping(of key: String) -> [(key: String, value: String?)]? {
    guard let entry = entry(key), let text = String(validating: bytes[entry.body], as: UTF8.self),
      let mapping = (try? Yams.compose(yaml: text))?.mapping?.first?.value.mapping
    else { return nil }
    var pairs: [(key: String, value: String?)] = []
    for (name, value) in mapping {
      guard let name = name.scalar?.string else { return nil }
      pairs.append((name, value.scalar?.string))
    }
    return pairs
  }

  /// Returns the document with a key of a mapping set, or removed if the value is nil; a missing mapping is added.
  ///
  /// All other bytes are kept. Nil if the mapping is not written in lines, or the key's present value is not a scalar in
  /// one line.
  package func setting(_ name: String, to value: String?, in key: String) -> [UInt8]? {
    guard let entry = entry(key) else {
      guard Self.isKey(key) else { return nil }
      guard let value else { return bytes }
      let added = FrontMatter(Array(bytes[..<end] + Array("\(key):".utf8) + lineEnd + bytes[end...]))
      return added?.setting(name, to: value, in: key)
    }
    let head = bytes[entry.valueStart..<entry.lineEnd]
    guard DocumentLines.isBlankOrComment(head) else { return nil }
    let lines = DocumentLines.ranges(bytes, entry.lineEnd..<max(entry.lineEnd, entry.body.upperBound))
    let first = lines.first { !DocumentLines.isBlankOrComment(bytes[$0]) }
    let indent = first.map { line in bytes[line].prefix { $0 == UInt8(ascii: " ") }.count } ?? 2
    guard indent > 0 else { return nil }
    // The mapping as a front matter of its own: the same rules then change its lines.
    let shifted = lines.map { line in
      Array(bytes[line].dropFirst(min(indent, bytes[line].prefix { $0 == UInt8(ascii: " ") }.count)))
    }
    let fence = Array("---".utf8) + lineEnd
    guard let inner = FrontMatter(fence + shifted.joined() + fence) else { return nil }
    let changed: [UInt8]
    if let value {
      guard let set = inner.setting(name, to: value, behind: []) else { return nil }
      changed = set
    } else {
      guard let field = inner.fields.first(where: { $0.key.utf8.elementsEqual(name.utf8) }) else { return bytes }
      guard field.isOneLine else { return nil }
      changed = Array(inner.bytes[..<field.line.lowerBound] + inner.bytes[field.line.upperBound...])
    }
    let content = changed[fence.count..<(changed.count - fence.count)]
    let news = DocumentLines.ranges(changed, content.startIndex..<content.endIndex).map { Array(changed[$0]) }
    let same = zip(shifted, news).prefix { $0 == $1 }.count
    let rest = min(shifted.count, news.count) - same
    let after = zip(shifted.reversed(), news.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let margin = [UInt8](repeating: UInt8(ascii: " "), count: indent)
    let middle = news[same..<(news.count - after)].flatMap { margin + $0 }
    let start = same < lines.count ? lines[same].lowerBound : lines.last?.upperBound ?? entry.lineEnd
    let stop = after > 0 ? lines[lines.count - after].lowerBound : lines.last?.upperBound ?? entry.lineEnd
    let made = Array(bytes[..<start] + middle + bytes[stop...])
    return isSame(FrontMatter(made), but: name, value, in: key) ? made : nil
  }

  /// Returns a document that has only a front matter with some keys and texts, and a mapping of others at the end.
  package static func document(
    _ fields: [(key: String, value: String)], mapping key: String, _ pairs: [(key: String, value: String)]
  ) -> [UInt8] {
    let lines =
      ["---"] + fields.map { "\($0.key): \(ScalarText.plain($0.value))" } + ["\(key):"]
      + pairs.map { "  \($0.key): \(ScalarText.plain($0.value))" } + ["---", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func entry(_ key: String) -> FrontMatterBlock.Entry? {
    FrontMatterBlock(bytes)?.entries.first { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Returns whether a changed front matter has the same values but for one key of a mapping.
  private func isSame(_ other: FrontMatter?, but name: String, _ value: String?, in key: String) -> Bool {
    // A mapping without keys is read as an empty scalar.
    let others = { (matter: FrontMatter) in
      matter.fields.map { $0.key.utf8.elementsEqual(key.utf8) ? [$0.key] : [$0.key, $0.value] + ($0.elements ?? []) }
    }
    guard let other, others(other) == others(self) else { return false }
    let (now, before) = (other.mapping(of: key) ?? [], mapping(of: key) ?? [])
    let rest = { (pairs: [(key: String, value: String?)]) in
      pairs.filter { !$0.key.utf8.elementsEqual(name.utf8) }.map { [$0.key, $0.value] }
    }
    guard rest(now) == rest(before) else { return false }
    return now.first { $0.key.utf8.elementsEqual(name.utf8) }.map(\.value) == value.map { .some($0) }
  }
}

/// A directory in the midst of its edits.
struct EditedTree {
  /// The directory as it stands.
  let id: ObjectID
  /// Its bytes.
  let content: [UInt8]
  private let fates: [NameFate]
  /// Its entries; nil where it is changed as bytes (review C3).
  private let tree: Tree?
  private var outcomes: [TreeEntry?] = []
  private var spans: [TreeBytes.Span?] = []

  /// Makes one of which nothing is changed; nil where the bytes are to be read as entries and are no tree.
  init?(id: ObjectID, content: [UInt8], fates: [NameFate], isWide: Bool) {
    self.id = id
    self.content = content
    self.fates = fates
    if isWide {
      tree = nil
    } else {
      guard let tree = try? Tree(content: content) else { return nil }
      self.tree = tree
    }
    outcomes.reserveCapacity(fates.count)
  }

  /// The name whose outcome is not known yet; nil at the end.
  var next: NameFate? { outcomes.count < fates.count ? fates[outcomes.count] : nil }

  /// What stands under the next name: `.some(nil)` for nothing, nil where the bytes are no tree.
  mutating func entry(_ name: String) -> TreeEntry?? {
    if let tree { return .some(tree[name]) }
    if spans.count > outcomes.count { return .some(spans[outcomes.count]?.entry) }
    guard let found = try? TreeBytes.find(name, in: content) as TreeBytes.Span?? else { return nil }
    spans.append(found)
    return .some(found?.entry)
  }

  /// Takes what the next name came to.
  mutating func take(_ entry: TreeEntry?) { outcomes.append(entry) }

  /// Takes the directory that the next name came to; nil where nothing is left of it.
  mutating func take(directory id: ObjectID?) {
    let name = next?.name ?? ""
    outcomes.append(id.map { TreeEntry(name: name, mode: .tree, id: $0) })
  }

  /// The bytes with all that came of it.
  var changed: [UInt8] {
    if var tree {
      tree.replace(names: fates.map(\.name), with: outcomes.compactMap(\.self))
      return tree.content
    }
    var bytes = content
    let names = fates.indices.sorted { (spans[$0]?.range.lowerBound ?? -1) > (spans[$1]?.range.lowerBound ?? -1) }
    // From the end, so that what was found stays where it is; what moves to another place comes in last.
    var moved: [Int] = []
    for index in names {
      let entry = outcomes[index]
      let isMoved = spans[index].map { ($0.entry.mode == .tree) != (entry?.mode == .tree) } ?? true
      if isMoved { moved.append(index) }
      TreeBytes.replace(spans[index], named: fates[index].name, with: isMoved ? nil : entry, in: &bytes)
    }
    for index in moved { TreeBytes.replace(nil, named: fates[index].name, with: outcomes[index], in: &bytes) }
    return bytes
  }
}

/// A directory during its edits.
struct EditedTree {
  /// The directory's current id.
  let id: ObjectID
  /// The content of the directory's tree.
  let content: [UInt8]
  private let fates: [NameFate]
  /// Its entries; nil if it is changed as bytes (review C3).
  private let tree: Tree?
  private var outcomes: [TreeEntry?] = []
  private var spans: [TreeBytes.Span?] = []

  /// Creates an unchanged directory; nil if the bytes must be parsed as entries and are not a tree.
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

  /// The next name without an outcome; nil at the end.
  var next: NameFate? { outcomes.count < fates.count ? fates[outcomes.count] : nil }

  /// Returns the entry of the next name: `.some(nil)` for no entry, nil if the bytes are not a tree.
  mutating func entry(_ name: String) -> TreeEntry?? {
    if let tree { return .some(tree[name]) }
    if spans.count > outcomes.count { return .some(spans[outcomes.count]?.entry) }
    guard let found = try? TreeBytes.find(name, in: content) as TreeBytes.Span?? else { return nil }
    spans.append(found)
    return .some(found?.entry)
  }

  /// Sets the outcome of the next name.
  mutating func take(_ entry: TreeEntry?) { outcomes.append(entry) }

  /// Sets the directory that is the outcome of the next name; nil if nothing remains of it.
  mutating func take(directory id: ObjectID?) {
    let name = next?.name ?? ""
    outcomes.append(id.map { TreeEntry(name: name, mode: .tree, id: $0) })
  }

  /// The content after all outcomes.
  var changed: [UInt8] {
    if var tree {
      tree.replace(names: fates.map(\.name), with: outcomes.compactMap(\.self))
      return tree.content
    }
    var bytes = content
    let names = fates.indices.sorted { (spans[$0]?.range.lowerBound ?? -1) > (spans[$1]?.range.lowerBound ?? -1) }
    // From the end, so that earlier positions stay valid; entries that move to another position are inserted last.
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

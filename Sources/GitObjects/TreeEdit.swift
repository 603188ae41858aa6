/// One change of a tree, for `TreeEditor`.
package enum TreeEdit: Hashable, Sendable {
  /// Sets the path. A file in the place of a parent directory is replaced, and so is a directory at the path.
  case set(path: String, mode: FileMode, id: ObjectID)
  /// Removes the path and everything below it; parent directories that become empty are removed, too. Does nothing if
  /// the path does not exist.
  case remove(path: String)

  /// The changed path.
  package var path: String {
    switch self {
    case .set(let path, _, _), .remove(let path): path
    }
  }
}

extension TreeEdit {
  /// Creates the edit for a change.
  package init(_ change: TreeChange) {
    if let new = change.new {
      self = .set(path: change.path, mode: new.mode, id: new.id)
    } else {
      self = .remove(path: change.path)
    }
  }
}

/// An edit from a directory's point of view: the rest of the path below it.
struct BelowEdit {
  /// The rest of the path.
  var rest: Substring
  /// The whole edit.
  var edit: TreeEdit
}

/// The effect of edits on one name of a directory: first on the name itself, then below it.
struct NameFate {
  /// The name's own state before the edits below it apply.
  enum Base {
    /// The directory's entry is kept.
    case stays
    /// The entry is removed.
    case goes
    /// The entry is replaced.
    case becomes(FileMode, ObjectID)
  }

  var name: String
  /// The name's own state.
  var base = Base.stays
  /// The edits below the name, in order.
  var below: [BelowEdit] = []

  /// Whether any edit adds something below the name (a removal alone creates no directory).
  var setsBelow: Bool {
    below.contains { if case .set = $0.edit { true } else { false } }
  }

  /// Groups edits by their first component, in the order in which the names first appear.
  ///
  /// - Throws: `ObjectStoreError.failed` for a path with an empty component.
  static func group(_ edits: [BelowEdit]) throws(ObjectStoreError) -> [NameFate] {
    var fates: [NameFate] = []
    var positions: [NameKey: Int] = [:]
    for edit in edits {
      let slash = edit.rest.utf8.firstIndex(of: UInt8(ascii: "/"))
      let name = edit.rest[..<(slash ?? edit.rest.endIndex)]
      guard !name.isEmpty else { throw .failed("'\(edit.edit.path)' is not a path of a tree") }
      let key = NameKey(name)
      let position = positions[key] ?? fates.count
      if position == fates.count {
        fates.append(NameFate(name: String(name)))
        positions[key] = position
      }
      if let slash {
        fates[position].below.append(
          BelowEdit(rest: edit.rest[edit.rest.utf8.index(after: slash)...], edit: edit.edit))
        continue
      }
      fates[position].below = []
      if case .set(_, let mode, let id) = edit.edit {
        fates[position].base = .becomes(mode, id)
      } else {
        fates[position].base = .goes
      }
    }
    return fates
  }
}

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

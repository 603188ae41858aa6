/// A folder during its cleaning.
struct CleanedTree {
  /// The folder's original id.
  let id: ObjectID
  /// Its path with a trailing slash; empty for the root.
  let prefix: String
  /// The number of its entries.
  private(set) var count = 0
  /// The extent of the part that was processed so far.
  private(set) var extent = TreeCleaning.Extent()
  private let content: [UInt8]
  private let name: String
  /// The remaining entries; nil while all remain.
  private var kept: [TreeEntry]?
  private var findings: [TreeCleaning.LeftOut] = []
  private var folders: [(name: String, id: ObjectID)] = []
  private var position = 0
  /// Replaced subfolders by name; nil for those of which nothing remains.
  private var replaced: [NameKey: ObjectID?] = [:]

  /// Reads a folder.
  ///
  /// - Throws: `ObjectStoreError`; `.damaged` if it is not a tree.
  init(_ id: ObjectID, named name: String, at prefix: String, in store: any ObjectStore) throws(ObjectStoreError) {
    self.id = id
    self.name = name
    self.prefix = prefix
    guard id != .emptyTree else {
      content = []
      return
    }
    let object = try store.read(id)
    guard object.kind == .tree else { throw .damaged(id, "not a tree") }
    content = object.content
    guard read() || readOdd() else { throw .damaged(id, "not a tree") }
  }

  /// Reads entries in git's own form, creating values only for folders; returns false if any entry is irregular.
  private mutating func read() -> Bool {
    var found: [(name: String, id: ObjectID)] = []
    var files = 0
    var longest = 0
    let isPlain = content.withUnsafeBufferPointer { bytes in
      var cursor = TreeCursor(bytes)
      while cursor.isAtEntry {
        guard Self.reason(cursor.name) == nil else { return false }
        if cursor.mode == .tree {
          guard let id = cursor.id else { return false }
          found.append((NameText.decode(cursor.name), id))
        } else {
          files += 1
          longest = max(longest, cursor.name.count)
        }
        cursor.advance()
      }
      return cursor.isSound
    }
    guard isPlain else { return false }
    folders = found
    count = files + found.count
    extent = TreeCleaning.Extent(files: files, longest: longest)
    return true
  }

  /// Reads every entry by itself; returns false if the bytes are not a tree.
  private mutating func readOdd() -> Bool {
    var kept: [TreeEntry] = []
    var findings: [TreeCleaning.LeftOut] = []
    let prefix = prefix
    let isWhole = content.withUnsafeBufferPointer { bytes in
      var position = 0
      var names: [NameKey: Int] = [:]
      while let raw = TreeBytes.next(in: bytes, at: position) {
        let name = UnsafeBufferPointer(rebasing: bytes[raw.name])
        let text = NameText.decode(entry: name)
        let id = ObjectID(prefixOf: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[(raw.end - 20)...])))
        position = raw.end
        let mode = FileMode(bits: raw.mode)
        guard let mode, let id, Self.reason(name) == nil else {
          findings.append(.init(path: prefix + text, reason: Self.reason(name) ?? .unknownKind))
          continue
        }
        let entry = TreeEntry(name: text, mode: mode, id: id)
        if let known = names[NameKey(text)] {
          findings.append(.init(path: prefix + text, reason: .twice))
          kept[known] = entry
        } else {
          names[NameKey(text)] = kept.count
          kept.append(entry)
        }
      }
      return position == bytes.count
    }
    guard isWhole else { return false }
    self.kept = kept
    self.findings = findings
    folders = kept.filter { $0.mode == .tree }.map { ($0.name, $0.id) }
    count = kept.count
    let files = kept.filter { $0.mode != .tree }.map { NameText.encode($0.name).count }
    extent = TreeCleaning.Extent(files: files.count, longest: files.max() ?? 0)
    return true
  }

  /// Returns the reason why a name cannot exist in a folder; nil if it can.
  private static func reason(_ name: UnsafeBufferPointer<UInt8>) -> TreeCleaning.Reason? {
    if name.contains(UInt8(ascii: "/")) { return .leadsOut }
    guard let first = name.first, first == UInt8(ascii: ".") || first | 0x20 == UInt8(ascii: "g") || first >= 0x80
    else { return nil }
    if name.allSatisfy({ $0 == UInt8(ascii: ".") }), name.count <= 2 { return .leadsOut }
    return GitName.isDotGit(NameText.decode(name)) ? .dotGit : nil
  }

  /// Returns the entries that were left out during reading; once.
  mutating func takeFindings() -> [TreeCleaning.LeftOut] {
    defer { findings = [] }
    return findings
  }

  /// The next subfolder without an outcome; nil at the end.
  var next: (name: String, id: ObjectID)? { position < folders.count ? folders[position] : nil }

  /// Sets the outcome of the next subfolder.
  mutating func take(_ outcome: TreeCleaning.Outcome) {
    guard let (name, id) = next else { return }
    position += 1
    if outcome.id != id { replaced[NameKey(name)] = .some(outcome.id) }
    let sum = extent.files.addingReportingOverflow(outcome.extent.files)
    extent.files = sum.overflow ? .max : sum.partialValue
    extent.longest = max(extent.longest, name.utf8.count + 1 + outcome.extent.longest)
  }

  /// Whether anything in or below the folder was left out.
  var isChanged: Bool { kept != nil || !replaced.isEmpty }

  /// The remaining tree.
  var changed: Tree {
    let entries = kept ?? (try? Tree(content: content))?.entries ?? []
    return Tree(
      entries.compactMap { entry in
        guard entry.mode == .tree, let id = replaced[NameKey(entry.name)] else { return entry }
        return id.map { TreeEntry(name: entry.name, mode: .tree, id: $0) }
      })
  }
}

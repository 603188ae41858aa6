package import GitObjects
package import LargeFiles

/// The pointers of one tree, by path: listing them again costs only the changes since.
package struct LargeTable: Sendable {
  /// One pointer of the tree.
  package struct Entry: Sendable {
    package var mode: FileMode
    /// The blob of the pointer's text.
    package var blob: ObjectID
    /// The parsed pointer.
    package var pointer: Pointer
    /// Whether attributes make it more than a text; nil if they were not read since they changed.
    package var isLarge: Bool?
  }

  /// The tree; nil before the first one.
  private(set) var tree: ObjectID?
  /// The pointers of the tree.
  package private(set) var files: [WorkspacePath: Entry] = [:]
  /// Their paths in order; nil if some were added or removed since they were sorted.
  private var order: [WorkspacePath]?
  /// The files of the tree whose blobs could not be read, with the last error: each may be a pointer.
  package private(set) var unread: [WorkspacePath: (entry: TreeEntry, error: ObjectStoreError)] = [:]
  /// Whether it has more than the stored form.
  var isDirty = false

  /// Returns the pointer of a tree at a path; nil also if the table is of another tree.
  package subscript(path: WorkspacePath, of wanted: ObjectID) -> Entry? { tree == wanted ? files[path] : nil }

  /// Returns the paths at a path and below (nil: all), in order.
  ///
  /// - Parameter range: only those between two paths, both included.
  mutating func paths(
    under folder: WorkspacePath?, within range: ClosedRange<WorkspacePath>? = nil
  ) -> ArraySlice<WorkspacePath> {
    if let folder, files[folder] != nil { return [folder] }
    let all = order ?? files.keys.sorted()
    order = all
    var found = all[...]
    if let range {
      let end = Self.first(in: found) { $0 <= range.upperBound }
      found = found[Self.first(in: found) { $0 < range.lowerBound }..<end]
    }
    guard let folder else { return found }
    // The paths below a folder are adjacent: they begin alike.
    let prefix = (folder.string + "/").utf8
    return found[Self.first(in: found) { $0.string.utf8.lexicographicallyPrecedes(prefix) }...]
      .prefix { $0.isBelow(folder) }
  }

  /// Returns the first index in a sorted list whose path is not before.
  private static func first(
    in paths: ArraySlice<WorkspacePath>, after isBefore: (WorkspacePath) -> Bool
  ) -> Int {
    var (low, high) = (paths.startIndex, paths.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(paths[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Records whether attributes make a path more than a text.
  mutating func note(_ path: WorkspacePath, isLarge: Bool) {
    files[path]?.isLarge = isLarge
    isDirty = true
  }

  /// Adds a stored entry.
  mutating func take(_ entry: Entry, at path: WorkspacePath) { files[path] = entry }

  /// Reserves room for so many entries.
  mutating func reserve(_ count: Int) { files.reserveCapacity(count) }

  /// Sets the tree of the added entries.
  ///
  /// - Parameter paths: the added paths if they are in order.
  mutating func stand(at target: ObjectID, order paths: [WorkspacePath]?) {
    tree = target
    order = paths
  }

  /// Whether it is known for each pointer whether attributes make it more than a text.
  var isJudged: Bool { files.values.allSatisfy { $0.isLarge != nil } }

  /// Reads the pointers of a tree beside the recorder.
  ///
  /// - Parameter isLarge: returns whether attributes make a path more than a text.
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read; a blob that cannot be read is not an error.
  package static func read(
    _ target: ObjectID, in store: any ObjectStore, isLarge: (WorkspacePath) -> Bool
  ) throws(ObjectStoreError) -> LargeTable {
    var (table, texts) = (LargeTable(), PointerTexts())
    try table.follow(target, in: store) { blob throws(ObjectStoreError) in try texts.pointer(blob, in: store) }
    for path in table.files.keys { table.note(path, isLarge: isLarge(path)) }
    return table
  }

  /// Returns whether it has all pointers of a tree.
  func isComplete(of target: ObjectID) -> Bool { tree == target && unread.isEmpty }

  /// Updates the table to another tree, and reads again the blobs that could not be read.
  ///
  /// - Parameter pointer: returns the pointer in a blob, if it is one.
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read; the table is of no tree then.
  mutating func follow(
    _ target: ObjectID, in store: any ObjectStore, pointer: (ObjectID) throws(ObjectStoreError) -> Pointer?
  ) throws(ObjectStoreError) {
    guard !isComplete(of: target) else { return }
    isDirty = true
    for (path, file) in unread { note(path.string, file.entry, pointer) }
    if let tree, let changes = try? TreeDiff.changes(from: tree, to: target, in: store) {
      for change in changes {
        if change.path.utf8.elementsEqual(".gitattributes".utf8) || change.path.hasSuffix("/.gitattributes") {
          for path in files.keys { files[path]?.isLarge = nil }
        }
        note(change.path, change.new, pointer)
      }
    } else {
      // A later call must not apply changes to an empty table.
      (tree, files, order, unread) = (nil, [:], nil, [:])
      for file in try Tree.flatten(target, in: store) { note(file.path, file.entry, pointer) }
    }
    tree = target
  }

  private mutating func note(
    _ path: String, _ entry: TreeEntry?, _ pointer: (ObjectID) throws(ObjectStoreError) -> Pointer?
  ) {
    guard let path = try? WorkspacePath(path) else { return }
    unread[path] = nil
    var read: Pointer?
    if let entry, entry.mode.isFile {
      do throws(ObjectStoreError) { read = try pointer(entry.id) } catch { unread[path] = (entry, error) }
    }
    guard let entry, let found = read else {
      if files.removeValue(forKey: path) != nil { order = nil }
      return
    }
    let entryBefore = files.updateValue(
      Entry(mode: entry.mode, blob: entry.id, pointer: found, isLarge: nil), forKey: path)
    if entryBefore == nil { order = nil }
  }
}

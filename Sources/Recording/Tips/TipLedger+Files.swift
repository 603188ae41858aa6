package import GitObjects
package import Merge

/// Files of the tip, and their earlier versions.
extension TipLedger {
  /// Returns the tip's entries in a folder (nil: the root), each with its path; folders as entries unless `recursive`.
  package func entries(
    below folder: WorkspacePath?, recursive: Bool
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    var root = tree
    var prefix = ""
    if let folder {
      guard let entry = try entry(at: folder), entry.mode == .tree else { return [] }
      root = entry.id
      prefix = folder.string + "/"
    }
    if recursive {
      return try Tree.flatten(root, in: store).map { (path: prefix + $0.path, entry: $0.entry) }
    }
    return try store.tree(root).entries.map { (path: prefix + $0.name, entry: $0) }
  }

  /// Returns files of the tip below a folder (nil: the root) in the order of their bytes; folders that hold none of
  /// them are not opened.
  ///
  /// - Parameters:
  ///   - after: only paths after this one.
  ///   - limit: the greatest number.
  package func files(
    below folder: WorkspacePath?, after: String?, limit: Int
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    var found: [(path: String, entry: TreeEntry)] = []
    // The entries that are still to be examined, the next one last.
    var waiting: [(path: String, entry: TreeEntry)] = try entries(below: folder, recursive: false).reversed()
    while found.count < limit, let (path, entry) = waiting.popLast() {
      guard entry.mode == .tree else {
        if after.map({ $0.utf8.lexicographicallyPrecedes(path.utf8) }) ?? true { found.append((path, entry)) }
        continue
      }
      let prefix = path + "/"
      if let after, !after.utf8.starts(with: prefix.utf8), !after.utf8.lexicographicallyPrecedes(prefix.utf8) {
        continue
      }
      waiting += try store.tree(entry.id).entries.reversed().map { (path: prefix + $0.name, entry: $0) }
    }
    return found
  }

  /// Returns the other versions of a path in the history of the tip, those of later commits first.
  func versions(of path: WorkspacePath, limit: Int) throws(ObjectStoreError) -> [ObjectID] {
    guard let tip else { return [] }
    var versions: [ObjectID] = []
    var seen = Set([try entry(at: path)?.id])
    // The own line of a merge may be its second parent.
    for id in try graph.commits(from: tip, excluding: [], limit: 2_000) {
      guard let entry = try editor.entry(at: path.string, of: store.commit(id).tree)?.id, seen.insert(entry).inserted
      else { continue }
      versions.append(entry)
      if versions.count >= limit { break }
    }
    return versions
  }

  /// Returns whether a content is one of the 20 latest other versions of a path.
  func hadVersion(_ blob: ObjectID, at path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    try versions(of: path, limit: 20).contains(blob)
  }

  /// Returns the merge driver of a file from the tip's `.gitattributes`.
  package func mergeDriver(of path: WorkspacePath) throws(ObjectStoreError) -> MergeDriver {
    guard let entry = try editor.entry(at: ".gitattributes", of: tree), entry.mode.isFile,
      let text = try store.blob(entry.id, ofAtMost: 1 << 20)
    else { return AttributeRules([]).driver(path.string) }
    return AttributeRules(text).driver(path.string)
  }
}

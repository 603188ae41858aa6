internal import Documents
internal import GitObjects

/// Finds renames that were not watched: missing files whose content, or a similar one, is at a new path. Pure.
struct RenamePairing {
  /// New path by missing path.
  private(set) var pairs: [WorkspacePath: WorkspacePath] = [:]
  /// The renames in order, folders before files; a folder's rename includes those of its files.
  private(set) var renames: [PathRename] = []

  /// Pairs files of equal content, those of the same name first; each serves one rename. Ties are decided by path.
  ///
  /// - Parameters:
  ///   - missing: recorded files that are no longer in the folder, with their contents.
  ///   - new: files that are not recorded, with their contents.
  ///   - isGone: returns whether a recorded folder is no longer in the folder.
  init(
    missing: [WorkspacePath: ObjectID], new: [WorkspacePath: ObjectID], isGone: (WorkspacePath) -> Bool
  ) {
    var places: [ObjectID: [WorkspacePath]] = [:]
    for (path, content) in new where content != .emptyBlob { places[content, default: []].append(path) }
    for content in places.keys { places[content]?.sort() }
    let sources = missing.sorted { $0.key < $1.key }
    for onlySameName in [true, false] {
      for (path, content) in sources where pairs[path] == nil {
        guard let free = places[content] else { continue }
        guard
          let choice = free.firstIndex(where: { $0.name.hasSameBytes(as: path.name) })
            ?? (onlySameName ? nil : free.indices.first)
        else { continue }
        pairs[path] = free[choice]
        places[content]?.remove(at: choice)
      }
    }
    let folders = folderRenames(missing, new, isGone: isGone)
    // An edited file is at the same place of the renamed folder.
    var taken = Set(pairs.values)
    for path in missing.keys where pairs[path] == nil {
      guard let target = Self.target(of: path, in: folders), new[target] != nil, taken.insert(target).inserted else {
        continue
      }
      pairs[path] = target
    }
    renames = folders.sorted { $0.key < $1.key }.map { PathRename(from: $0.key.string, to: $0.value.string) }
    for (from, to) in pairs.sorted(by: { $0.key < $1.key }) where Self.target(of: from, in: folders) != to {
      renames.append(PathRename(from: from.string, to: to.string))
    }
  }

  /// Adds renames of files that were edited too, the most similar first; each file serves one rename.
  ///
  /// - Parameter candidates: missing and new files of similar contents, with the common part in thousandths.
  mutating func add(_ candidates: [(from: WorkspacePath, to: WorkspacePath, share: Int)]) {
    var taken = Set(pairs.values)
    let ordered = candidates.sorted { left, right in
      if left.share != right.share { return left.share > right.share }
      let (one, other) = (
        left.from.name.hasSameBytes(as: left.to.name), right.from.name.hasSameBytes(as: right.to.name)
      )
      if one != other { return one }
      return left.from == right.from ? left.to < right.to : left.from < right.from
    }
    for (from, to, _) in ordered where pairs[from] == nil && taken.insert(to).inserted {
      pairs[from] = to
      renames.append(PathRename(from: from.string, to: to.string))
    }
  }

  /// Returns the topmost deleted folders, with the folder that has more than half of their files now.
  private func folderRenames(
    _ missing: [WorkspacePath: ObjectID], _ new: [WorkspacePath: ObjectID], isGone: (WorkspacePath) -> Bool
  ) -> [WorkspacePath: WorkspacePath] {
    var votes: [WorkspacePath: [WorkspacePath: Int]] = [:]
    for (from, to) in pairs where from.name.hasSameBytes(as: to.name) {
      var (old, new) = (from.parent, to.parent)
      while let before = old, let after = new, before != after {
        votes[before, default: [:]][after, default: 0] += 1
        guard before.name.hasSameBytes(as: after.name) else { break }
        (old, new) = (before.parent, after.parent)
      }
    }
    let candidates = votes.compactMapValues { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
    var counts: [WorkspacePath: (all: Int, moved: Int)] = [:]
    for path in missing.keys {
      var folder = path.parent
      while let current = folder {
        if let to = candidates[current], let target = Self.target(of: path, in: [current: to]) {
          counts[current, default: (0, 0)].all += 1
          // Edited files count too.
          if new[target] != nil { counts[current, default: (0, 0)].moved += 1 }
        }
        folder = current.parent
      }
    }
    var folders: [WorkspacePath: WorkspacePath] = [:]
    // In order, so that a folder follows those above it.
    for (folder, to) in candidates.sorted(by: { $0.key < $1.key }) {
      guard let count = counts[folder], count.moved * 2 > count.all, !to.isBelow(folder), isGone(folder),
        Self.target(of: folder, in: folders) != to
      else { continue }
      folders[folder] = to
    }
    return folders
  }

  /// Returns the new path of each file and folder that was renamed, by its old one.
  static func targets(of renames: [PathRename]) -> [WorkspacePath: WorkspacePath] {
    var targets: [WorkspacePath: WorkspacePath] = [:]
    for rename in renames {
      if let from = try? WorkspacePath(rename.from) { targets[from] = try? WorkspacePath(rename.to) }
    }
    return targets
  }

  /// Returns the new path after the rename of the nearest folder; nil if there is none.
  static func target(of path: WorkspacePath, in folders: [WorkspacePath: WorkspacePath]) -> WorkspacePath? {
    var folder = path.parent
    while let current = folder {
      if let to = folders[current] {
        // By bytes: a character may extend over the slash that ends the folder's name.
        let rest = path.string.utf8.dropFirst(current.string.utf8.count)
        return try? WorkspacePath(to.string + String(decoding: rest, as: UTF8.self))
      }
      folder = current.parent
    }
    return nil
  }
}

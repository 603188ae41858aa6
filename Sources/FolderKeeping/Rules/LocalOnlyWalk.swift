internal import GitObjects

/// The search of a whole tree for local-only paths, which can be continued, like `SeedWalk`. Pure except for the reads.
///
/// A search without interruption would delay every save and write by as many reads as there are folders.
struct LocalOnlyWalk: Hashable, Sendable {
  /// The maximum number of names that are checked: a tree from elsewhere may have more than any search can read.
  private static let most = 1_000_000

  private struct Folder: Hashable, Sendable {
    var tree: ObjectID
    var path: String
  }

  /// The tree that is searched.
  let tree: ObjectID
  /// The local-only paths found so far.
  private(set) var found: [WorkspacePath] = []
  private var waiting: [Folder]
  private var names = 0

  /// Makes a search that begins at the root of a tree.
  init(through tree: ObjectID) {
    self.tree = tree
    waiting = [Folder(tree: tree, path: "")]
  }

  /// Whether nothing is left to search.
  var isDone: Bool { waiting.isEmpty }

  /// Searches further folders.
  ///
  /// - Parameters:
  ///   - isLocalOnly: returns whether a path with this content is local only.
  ///   - mayGoOn: called after each folder.
  /// - Throws: `ObjectStoreError` for the first folder that cannot be read.
  mutating func advance(
    _ store: any ObjectStore, _ isLocalOnly: (String, ObjectID) -> Bool, while mayGoOn: () -> Bool
  ) throws(ObjectStoreError) {
    repeat {
      guard let folder = waiting.popLast() else { return }
      for entry in try store.tree(folder.tree).entries {
        let path = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
        names += 1
        if entry.mode == .tree {
          waiting.append(Folder(tree: entry.id, path: path))
        } else if entry.mode != .gitlink, isLocalOnly(path, entry.id), let path = try? WorkspacePath(path) {
          found.append(path)
        }
      }
      if names > Self.most { waiting = [] }
    } while mayGoOn()
  }
}

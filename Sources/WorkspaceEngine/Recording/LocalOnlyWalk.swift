internal import GitObjects

/// The look through a whole tree for paths that are local only; it goes on where it was left, as `SeedWalk` does. Pure but
/// for the reads.
///
/// Done at once it would have every save and write wait for as many reads as there are folders.
struct LocalOnlyWalk: Hashable, Sendable {
  /// The most names that are looked at: a tree from elsewhere may have more than anybody can walk through.
  private static let most = 1_000_000

  private struct Folder: Hashable, Sendable {
    var tree: ObjectID
    var path: String
  }

  /// The tree that is looked through.
  let tree: ObjectID
  /// The paths that were found.
  private(set) var found: [WorkspacePath] = []
  private var waiting: [Folder]
  private var names = 0

  /// Begins at a tree.
  init(through tree: ObjectID) {
    self.tree = tree
    waiting = [Folder(tree: tree, path: "")]
  }

  /// Whether nothing is left to look at.
  var isDone: Bool { waiting.isEmpty }

  /// Looks at more folders.
  ///
  /// - Parameters:
  ///   - isLocalOnly: whether a path with this content is one.
  ///   - mayGoOn: asked after each folder.
  /// - Throws: `ObjectStoreError` of the first folder that cannot be read.
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

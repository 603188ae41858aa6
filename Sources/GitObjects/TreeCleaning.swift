/// Removes entries from received trees that no folder of any system can hold, or that were made to do harm.
///
/// git itself refuses to check out such a tree, and a folder with it could never be synced again. All other entries are
/// kept. The result depends on the tree alone, so every machine computes the same one.
///
/// Caches trees without such entries, so that the next tree is compared instead of read. Belongs to the isolation
/// domain of its store.
package struct TreeCleaning {
  /// An entry that was left out.
  package struct LeftOut: Hashable, Sendable, CustomStringConvertible {
    /// The entry's path as displayable text.
    package var path: String
    package var reason: Reason

    /// The entry and the reason for people.
    package var description: String { "\(path): \(reason.words)" }
  }

  /// The reason why an entry cannot exist in a folder.
  package enum Reason: Hashable, Sendable {
    /// The name leads out of the folder: `..`, `.`, or a slash in it.
    case leadsOut
    /// The name is a spelling of `.git`.
    case dotGit
    /// The kind is not known to git.
    case unknownKind
    /// The name occurs twice.
    case twice
    /// The path exceeds the limit for paths.
    case tooDeep
    /// A few folders name each other so often that they contain more files than any disk holds.
    case bomb

    /// The reason for people.
    package var words: String {
      switch self {
      case .leadsOut: "the name leads out of the folder"
      case .dotGit: "the name spells '.git'"
      case .unknownKind: "it is of no kind that git knows"
      case .twice: "the name occurs twice; the last one was kept"
      case .tooDeep: "the path is longer than any path can be"
      case .bomb: "a few folders that name each other so often that they would fill any disk"
      }
    }
  }

  /// The extent of a folder without left out entries.
  struct Extent {
    /// The number of files; at most `Int.max`.
    var files = 0
    /// The length in bytes of the longest path below it.
    var longest = 0
  }

  /// The result of cleaning a folder.
  struct Outcome {
    /// The folder's id; nil if nothing remains of it.
    var id: ObjectID?
    /// The extent of the folder.
    var extent = Extent()
  }

  /// A folder at a depth: an entry that is too deep at one depth may be fine at another.
  private struct Place: Hashable {
    var id: ObjectID
    var length: Int
  }

  /// The number of files from which a folder is checked for a bomb.
  private static let many = 1_000_000
  /// The ratio of files to existing entries from which a folder is a bomb.
  private static let share = 100
  /// The maximum number of cached trees.
  private static let remembered = 200_000

  private var clean: [ObjectID: Extent] = [:]
  private var changed: [Place: Outcome] = [:]
  private var entries = 0
  private var left: [LeftOut] = []

  /// Creates a cleaning with an empty cache.
  package init() {}

  /// Returns the tree without entries that cannot exist in a folder, and those entries in git's order of folders; the
  /// same tree if there are none.
  ///
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read or stored.
  package mutating func clean(
    _ root: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> (tree: ObjectID, left: [LeftOut]) {
    if clean.count > Self.remembered {
      clean = [:]
      entries = 0
    }
    changed = [:]
    left = []
    var open = [try CleanedTree(root, named: "", at: "", in: store)]
    while var directory = open.popLast() {
      if let below = try walk(&directory, in: store) {
        open.append(directory)
        open.append(below)
        continue
      }
      let outcome = try close(directory, in: store)
      guard var parent = open.popLast() else { return (outcome.id ?? .emptyTree, left) }
      parent.take(outcome)
      open.append(parent)
    }
    return (root, left)
  }

  /// Continues a folder to its end, or to a subfolder that is not known yet.
  private mutating func walk(
    _ directory: inout CleanedTree, in store: any ObjectStore
  ) throws(ObjectStoreError) -> CleanedTree? {
    left += directory.takeFindings()
    while let (name, id) = directory.next {
      let path = directory.prefix + name
      let length = path.utf8.count
      if length > WorkspacePath.longest {
        left.append(LeftOut(path: path, reason: .tooDeep))
        directory.take(Outcome())
      } else if let known = clean[id], length + known.longest <= WorkspacePath.longest {
        directory.take(Outcome(id: id, extent: known))
      } else if let known = changed[Place(id: id, length: length)] {
        directory.take(known)
      } else {
        return try CleanedTree(id, named: name, at: path + "/", in: store)
      }
    }
    return nil
  }

  private mutating func close(
    _ directory: CleanedTree, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Outcome {
    if clean[directory.id] == nil { entries += directory.count }
    var outcome = Outcome(id: directory.id, extent: directory.extent)
    if outcome.extent.files > Self.many, outcome.extent.files / Self.share > entries {
      left.append(LeftOut(path: String(directory.prefix.dropLast()), reason: .bomb))
      outcome = Outcome()
    } else if !directory.isChanged {
      clean[directory.id] = outcome.extent
      return outcome
    } else {
      let tree = directory.changed
      outcome.id = tree.entries.isEmpty ? nil : try store.write(tree)
    }
    changed[Place(id: directory.id, length: max(0, directory.prefix.utf8.count - 1))] = outcome
    return outcome
  }
}

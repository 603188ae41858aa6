/// Takes out of trees that came from elsewhere what no folder of any system can hold, or was made to do harm.
///
/// git itself refuses to check such a tree out, and a folder that held it would never be exchanged again. Everything
/// beside it stays. The answer is a function of the tree alone: every machine comes to the same one.
///
/// Remembers the trees in which there was nothing, so that the next one is compared and not read. Belongs to the
/// isolation domain of its store.
package struct TreeCleaning {
  /// Something that was left out.
  package struct LeftOut: Hashable, Sendable, CustomStringConvertible {
    /// Where it stood, as text that can be shown.
    package var path: String
    /// Why.
    package var reason: Reason

    /// A sentence for people.
    package var description: String { "\(path): \(reason.words)" }
  }

  /// Why something cannot stand in a folder.
  package enum Reason: Hashable, Sendable {
    /// Its name leads out of the folder: `..`, `.`, or a slash in it.
    case leadsOut
    /// Its name spells `.git`.
    case dotGit
    /// It is of no kind that git knows.
    case unknownKind
    /// The name is there twice.
    case twice
    /// The path is longer than any path can be.
    case tooDeep
    /// A few folders that name each other so often that they stand for more files than any disk holds.
    case bomb

    /// Words for people.
    package var words: String {
      switch self {
      case .leadsOut: "the name leads out of the folder"
      case .dotGit: "the name spells '.git'"
      case .unknownKind: "it is of no kind that git knows"
      case .twice: "the name is there twice; the last one stands"
      case .tooDeep: "the path is longer than any path can be"
      case .bomb: "a few folders that name each other so often that they would fill any disk"
      }
    }
  }

  /// What is below a folder in which nothing is left out.
  struct Extent {
    /// How many files; at most `Int.max`.
    var files = 0
    /// How many bytes of path the longest one has below it.
    var longest = 0
  }

  /// What a folder came to.
  struct Outcome {
    /// The folder; nil where nothing is left of it.
    var id: ObjectID?
    /// What is below it.
    var extent = Extent()
  }

  /// A folder at a depth: what is too deep in one place may stand in another.
  private struct Place: Hashable {
    var id: ObjectID
    var length: Int
  }

  /// From so many files on it is asked whether a folder is a bomb.
  private static let many = 1_000_000
  /// A folder that stands for so many times more files than there are entries at all is one.
  private static let share = 100
  /// So many trees are remembered.
  private static let remembered = 200_000

  private var clean: [ObjectID: Extent] = [:]
  private var changed: [Place: Outcome] = [:]
  private var entries = 0
  private var left: [LeftOut] = []

  /// Makes one that knows no tree.
  package init() {}

  /// The tree without what cannot stand in a folder, and what that is, in git's order of folders; the same tree where
  /// there is nothing.
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

  /// Goes on with a folder to its end, or to one below it that is not known yet.
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

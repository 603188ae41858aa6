import GitObjects
import TestSupport

/// A model of a tree: paths and their entries, no directories.
typealias Files = [NameKey: TreeEntry]

extension TreeEdit {
  /// An edit of a path out of few, so that edits meet: some names differ only in composition, some in a suffix.
  static func random(using generator: inout SeededGenerator) -> TreeEdit {
    let names = ["a", "a.b", "a-b", "a0", "b", "é", "e\u{301}", "ünder", "z\u{10FF80}", "dir"]
    let depth = Int.random(in: 1...3, using: &generator)
    let path = (0..<depth).map { _ in names[Int.random(in: 0..<names.count, using: &generator)] }.joined(separator: "/")
    if Int.random(in: 0..<3, using: &generator) == 0 { return .remove(path: path) }
    let modes: [FileMode] = [.file, .executable, .symlink]
    let byte = UInt8.random(in: 1...3, using: &generator)
    let id = ObjectID(bytes: [UInt8](repeating: byte, count: 20)) ?? .zero
    return .set(path: path, mode: modes[Int.random(in: 0..<3, using: &generator)], id: id)
  }

  /// Applies the edit to the model.
  func apply(to files: inout Files) {
    let path = path
    let below = Array((path + "/").utf8)
    switch self {
    case .remove:
      files = files.filter { !$0.key.text.utf8.starts(with: below) }
      files[NameKey(path)] = nil
    case .set(_, let mode, let id):
      files = files.filter { file in
        !file.key.text.utf8.starts(with: below) && !path.utf8.starts(with: Array((file.key.text + "/").utf8))
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      files[NameKey(path)] = TreeEntry(name: name, mode: mode, id: id)
    }
  }
}

extension Tree {
  /// A stored tree as a model.
  static func files(of root: ObjectID?, in store: any ObjectStore) throws -> Files {
    var files: Files = [:]
    for (path, entry) in try flatten(root, in: store) { files[NameKey(path)] = entry }
    return files
  }
}

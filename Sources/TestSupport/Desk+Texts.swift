internal import Documents
package import FileSystem
package import GitObjects
package import Merge
package import WorkTree

extension Desk {
  /// The held paths as text with the reason; of two paths that are equal in Unicode only one.
  package var held: [String: HeldReason] {
    get throws { Dictionary(try running().held.map { ($0.key.string, $0.value) }, uniquingKeysWith: { $1 }) }
  }

  /// Returns every text that can still be found: in files, in displaced and rescued files, and in any commit of tip and
  /// held.
  package func reachableTexts() throws -> [String] {
    var texts = try diskTexts(below: .root).map(\.text)
    for folder in ["displaced", "rescue"] where try tree.stamp(of: .store(folder)) != nil {
      texts += try diskTexts(below: .store(folder)).map(\.text)
    }
    var seen: Set<ObjectID> = []
    for id in try commits() {
      for file in try Tree.flatten(store.commit(id).tree, in: store) where seen.insert(file.entry.id).inserted {
        texts.append(String(decoding: try store.blob(file.entry.id), as: UTF8.self))
      }
    }
    return texts
  }

  /// Returns all commits reachable from tip and held.
  package func commits() throws -> [ObjectID] {
    var found: [ObjectID] = []
    var seen: Set<ObjectID> = []
    var pending = [try running().tip, try running().tips.heldTip].compactMap { $0 }
    while let id = pending.popLast() {
      guard seen.insert(id).inserted else { continue }
      found.append(id)
      pending += try store.commit(id).parents
    }
    return found
  }

  /// Returns the files below a folder with their texts, by path, without the workspace's own repository.
  package func diskTexts(below folder: FileLocation = .root) throws -> [(path: String, text: String)] {
    var places: [FileLocation] = []
    _ = try tree.walk(folder) { location, stamp in
      if location.string == ".git" { return false }
      if stamp.kind == .file { places.append(location) }
      return true
    }
    return try places.sorted { $0.string < $1.string }.compactMap { place in
      try tree.read(place, limit: .max).map { (place.string, String(decoding: $0.bytes, as: UTF8.self)) }
    }
  }

  /// Returns the files of the tip with their texts, by path.
  package func tipTexts() throws -> [(path: String, text: String)] {
    try Tree.flatten(running().tipTree, in: store).sorted { $0.path < $1.path }.map {
      ($0.path, String(decoding: try store.blob($0.entry.id), as: UTF8.self))
    }
  }

  /// Returns commits of the person, without merges, that add words with a prefix that no parent had.
  package func commitsOfThePerson(bringing mark: String) throws -> [String] {
    var found: [String] = []
    for id in try commits() {
      let commit = try store.commit(id)
      guard CommitMessage(parsing: commit.message).author == .user, commit.parents.count < 2 else { continue }
      let before = try words(of: commit.parents.first.map { try store.commit($0).tree })
      let fresh = try words(of: commit.tree).subtracting(before).filter { $0.hasPrefix(mark) }
      if !fresh.isEmpty { found.append("\(commit.subject): \(fresh.sorted())") }
    }
    return found
  }

  /// Returns the open conflicts, as `stet conflicts` shows them.
  package func openConflicts() throws -> [Conflict] {
    guard let tip = try running().tip else { return [] }
    var open = OpenConflicts()
    try open.advance(to: tip, in: running().graph)
    return open.list.map(\.conflict)
  }

  /// Returns the words of all files of a tree, separated by spaces and newlines.
  package func words(of tree: ObjectID?) throws -> Set<Substring> {
    var words: Set<Substring> = []
    for file in try Tree.flatten(tree, in: store) {
      let text = String(decoding: try store.blob(file.entry.id), as: UTF8.self)
      words.formUnion(text.split { $0 == "\n" || $0 == " " })
    }
    return words
  }
}

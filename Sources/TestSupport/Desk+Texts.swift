internal import Documents
package import FileSystem
package import GitObjects
package import History

extension Desk {
  /// What is held, by the path as text; of two paths that Unicode takes for one only one.
  package var held: [String: HeldReason] {
    get throws { Dictionary(try running().held.map { ($0.key.string, $0.value) }, uniquingKeysWith: { $1 }) }
  }

  /// Every text that can still be found: in files, in what was set aside, and in any commit of tip and held.
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

  /// All commits that tip and held lead to.
  package func commits() throws -> [ObjectID] {
    var found: [ObjectID] = []
    var seen: Set<ObjectID> = []
    var pending = [try running().tip, try running().heldTip].compactMap { $0 }
    while let id = pending.popLast() {
      guard seen.insert(id).inserted else { continue }
      found.append(id)
      pending += try store.commit(id).parents
    }
    return found
  }

  /// The files below a folder with their texts, by path; the repository left out unless one begins in it.
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

  /// The files of the tip with their texts, by path.
  package func tipTexts() throws -> [(path: String, text: String)] {
    try Tree.flatten(running().tipTree, in: store).sorted { $0.path < $1.path }.map {
      ($0.path, String(decoding: try store.blob($0.entry.id), as: UTF8.self))
    }
  }

  /// Commits of the person (not merges) that bring in words that begin with the mark and that no parent had.
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

  /// The words of all files of a tree, which blanks and line ends part.
  package func words(of tree: ObjectID?) throws -> Set<Substring> {
    var words: Set<Substring> = []
    for file in try Tree.flatten(tree, in: store) {
      let text = String(decoding: try store.blob(file.entry.id), as: UTF8.self)
      words.formUnion(text.split { $0 == "\n" || $0 == " " })
    }
    return words
  }
}

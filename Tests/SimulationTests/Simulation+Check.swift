import Documents
import GitObjects
import Recording
import TestSupport

/// The rules that hold at rest.
extension Simulation {
  /// Checks the folders, the history and the invariant I9.
  func check() throws {
    let disks = try machines.map { try $0.desk.diskTexts().map { "\($0)" } }
    let tips = try machines.map { try $0.desk.tipTexts().map { "\($0)" } }
    guard disks[0] == disks[1] else { throw Failure(description: "the folders differ: \(disks)") }
    guard disks == tips else { throw Failure(description: "the folder is not the tip: \(disks[0]) \(tips[0])") }
    try checkHistory()
    let files = try machines[0].desk.tipTexts().map(\.text)
    let conflicts = try machines[0].desk.openConflicts()
    let sides = try conflicts.flatMap { [$0.kept, $0.other] }.compactMap(\.self)
      .map { String(decoding: try machines[0].desk.store.blob($0), as: UTF8.self) }
    let lost = ledger.lost(from: files + sides)
    guard lost.isEmpty else {
      throw Failure(description: "neither in a file nor in a conflict: \(lost)")
    }
    // Zeros that a power cut left of a new file are no lines.
    let hasZeros = conflicts.contains { conflict in
      [conflict.base, conflict.kept, conflict.other].compactMap(\.self)
        .contains { (try? machines[0].desk.store.blob($0))?.contains(0) == true }
    }
    guard hasZeros || !conflicts.contains(where: { $0.path == Self.log && $0.reason == .content }) else {
      throw Failure(description: "a conflict in a file whose lines have no order")
    }
    let deleted = try machines[0].desk.deletedPaths().filter { !gone.contains($0) && Self.paths.contains($0) }
    guard deleted.isEmpty else { throw Failure(description: "deleted by nobody: \(deleted.sorted())") }
    trace.append("rest \(branch.head?.hex ?? "-")")
  }

  /// The commits and files of the first machine, for a case that fails.
  func history() throws -> [String] {
    let desk = machines[0].desk
    var lines = try desk.commits().reversed().map { id in
      let commit = try desk.store.commit(id)
      let files = try Tree.flatten(commit.tree, in: desk.store).filter { Self.paths.contains($0.path) }.map { file in
        try "\(file.path): \(String(decoding: desk.store.blob(file.entry.id), as: UTF8.self).split(separator: "\n"))"
      }
      let parents = commit.parents.map { String($0.hex.prefix(8)) }
      return
        "\(id.hex.prefix(8)) of \(parents), \(commit.author.name), \(commit.message.split(separator: "\n")): \(files)"
    }
    lines += try desk.diskTexts().map { "disk \($0)" }
    return lines
  }

  /// Nothing is lost, and an agent's words are an agent's.
  private func checkHistory() throws {
    // The remains of a power cut may be on the same line before a word.
    let texts = try machines.flatMap { try $0.desk.reachableTexts() }
    let lost = ledger.recorded.filter { word in !texts.contains { $0.contains(word) } }.sorted()
    guard lost.isEmpty else { throw Failure(description: "lost: \(lost)") }
    let reachable = texts.reduce(into: Set<Substring>()) { $0.formUnion(WordLedger.words($1)) }
    let agents = try machines[0].desk.wordsOfAgents()
    let foreign = reachable.filter { word in
      word.hasPrefix("r-") && ledger.recorded.contains(word) && !agents.contains { $0.hasSuffix(word) }
    }.sorted()
    guard foreign.isEmpty else { throw Failure(description: "an agent's words by somebody else: \(foreign)") }
  }
}

extension Desk {
  /// The words that commits of agents brought in, their parents not having them.
  fileprivate func wordsOfAgents() throws -> Set<Substring> {
    var found: Set<Substring> = []
    for id in try commits() {
      let commit = try store.commit(id)
      guard case .agent = CommitMessage(parsing: commit.message).author else { continue }
      let before = try words(of: commit.parents.first.map { try store.commit($0).tree })
      found.formUnion(try words(of: commit.tree).subtracting(before))
    }
    return found
  }

  /// The paths that a commit which is no merge takes away.
  fileprivate func deletedPaths() throws -> Set<String> {
    var deleted: Set<String> = []
    for id in try commits() {
      let commit = try store.commit(id)
      guard commit.parents.count == 1, let parent = commit.parents.first else { continue }
      let before = Set(try Tree.flatten(store.commit(parent).tree, in: store).map(\.path))
      deleted.formUnion(before.subtracting(try Tree.flatten(commit.tree, in: store).map(\.path)))
    }
    return deleted
  }
}

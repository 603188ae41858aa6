internal import Git
internal import GitObjects

/// A version of a path with a secret that the versions before it had not.
struct SecretVersion: Hashable, Sendable {
  /// So many files of one commit are looked through at the most.
  private static let mostFiles = 1_000_000
  /// Larger files are held for their size, or hold no text that somebody wrote a key into.
  private static let longest = 10_000_000

  /// The path and its content.
  var version: PathVersion
  /// The secrets, by fingerprint.
  var prints: Set<String>
  /// What the first one is, for people.
  var kind: String
  /// The line that it begins in.
  var line: Int

  /// Those that a commit brings: of a merge what none of its parents has.
  ///
  /// - Parameter known: what was found in a path before: a later version that has it still holds it.
  static func brought(
    by id: ObjectID, rules: [SecretRules], in store: Repository, known: (NameKey) -> Set<String> = { _ in [] }
  ) -> [SecretVersion] {
    guard let commit = try? store.commit(id) else { return [] }
    let parents = commit.parents.compactMap { try? store.commit($0).tree }
    let changes =
      (try? TreeDiff.changes(
        from: parents.first, to: commit.tree, in: store, atMost: mostFiles, withRemovals: false)) ?? []
    var found: [SecretVersion] = []
    for change in changes {
      guard let new = change.new, new.mode.isFile else { continue }
      let others = parents.dropFirst().map { try? Tree.entry(at: change.path, of: $0, in: store) }
      if others.contains(where: { $0?.id == new.id }) { continue }
      guard let (prints, first) = secrets(of: new.id, at: change.path, rules, in: store), let first else { continue }
      // What the path held before is published, or was found already.
      var old: Set<String> = []
      for entry in [change.old] + others {
        guard let entry, entry.mode.isFile else { continue }
        old.formUnion(secrets(of: entry.id, at: change.path, rules, in: store)?.prints ?? [])
      }
      let known = known(NameKey(change.path))
      let fresh = prints.filter { !old.contains($0) || known.contains($0) }
      guard !fresh.isEmpty else { continue }
      found.append(
        SecretVersion(
          version: PathVersion(change.path, new.id), prints: fresh, kind: first.kind, line: first.line))
    }
    return found
  }

  private static func secrets(
    of blob: ObjectID, at path: String, _ rules: [SecretRules], in store: Repository
  ) -> (prints: Set<String>, first: (kind: String, line: Int)?)? {
    guard let bytes = try? store.blob(blob, ofAtMost: longest) else { return nil }
    let found = rules.flatMap { rules in
      rules.holding(bytes, at: path, fingerprint: { AllowedSecrets.fingerprint($0) }, isAllowed: { _ in false })
    }
    let first = found.first.map { ($0.secret.kind, $0.secret.line(in: bytes)) }
    return (Set(found.map(\.fingerprint)), first)
  }
}

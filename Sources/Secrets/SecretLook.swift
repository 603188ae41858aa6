internal import Git
internal import GitObjects
internal import Permissions

/// A scan of commits for the secrets that they introduce, file by file, within a time limit; it can be continued.
struct SecretLook {
  /// The maximum number of files of one commit that are scanned.
  private static let mostFiles = 1_000_000

  private struct Part {
    var commit: ObjectID
    /// The trees of the parents after the first.
    var others: [ObjectID]
    var changes: [TreeChange]
    var next = 0
    var found: [SecretVersion] = []
  }

  /// The commit whose scan is not finished.
  private var part: Part?

  /// Scans the versions that a commit introduces; a merge introduces only versions that none of its parents has.
  ///
  /// - Parameters:
  ///   - known: returns the secrets found before at a path: a later version with the same secret still holds it.
  ///   - mayGoOn: called after each file.
  /// - Returns: the versions with new secrets; nil if the scan is not finished: the next call for the same commit
  ///   continues it.
  /// - Throws: `ObjectStoreError` if the commit or a version cannot be read: it is not scanned then. A missing object is
  ///   not an error: it cannot be published, and a clone may be shallow.
  mutating func brought(
    by id: ObjectID, rules: [SecretRules], in store: Repository, known: (NameKey) -> Set<String> = { _ in [] },
    mayGoOn: () -> Bool
  ) throws(ObjectStoreError) -> [SecretVersion]? {
    var part: Part
    if let open = self.part, open.commit == id {
      part = open
    } else {
      guard let fresh = try Self.part(id, in: store) else { return [] }
      part = fresh
    }
    self.part = nil
    while part.next < part.changes.count {
      let change = part.changes[part.next]
      part.next += 1
      if let found = try Self.version(change, part.others, rules, in: store, known) { part.found.append(found) }
      guard part.next == part.changes.count || mayGoOn() else {
        self.part = part
        return nil
      }
    }
    return part.found
  }

  private static func part(_ id: ObjectID, in store: Repository) throws(ObjectStoreError) -> Part? {
    guard let commit = try unlessMissing({ () throws(ObjectStoreError) in try store.commit(id) }) else { return nil }
    var parents: [ObjectID] = []
    for parent in commit.parents {
      let tree = try unlessMissing { () throws(ObjectStoreError) in try store.commit(parent).tree }
      if let tree { parents.append(tree) }
    }
    let changes = try unlessMissing { () throws(ObjectStoreError) in
      try TreeDiff.changes(from: parents.first, to: commit.tree, in: store, atMost: mostFiles, withRemovals: false)
    }
    return Part(commit: id, others: Array(parents.dropFirst()), changes: changes ?? [])
  }

  /// Returns what an operation returns; nil if an object is missing.
  private static func unlessMissing<T>(
    _ read: () throws(ObjectStoreError) -> T
  ) throws(ObjectStoreError) -> T? {
    do throws(ObjectStoreError) { return try read() } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  private static func version(
    _ change: TreeChange, _ others: [ObjectID], _ rules: [SecretRules], in store: Repository,
    _ known: (NameKey) -> Set<String>
  ) throws(ObjectStoreError) -> SecretVersion? {
    guard let new = change.new, new.mode.isFile || new.mode == .symlink else { return nil }
    let others = others.map { try? Tree.entry(at: change.path, of: $0, in: store) }
    if others.contains(where: { $0?.id == new.id }) { return nil }
    let identity = PathIdentity(change.path)
    let isPresentation = { KeynoteDocument.holds(change.path, new.id, in: store) }
    if rules.contains(where: { $0.localOnly.covering(identity, isPresentation: isPresentation) != nil }) {
      return SecretVersion(localOnly: PathVersion(change.path, new.id))
    }
    let secrets = try unlessMissing { () throws(ObjectStoreError) in
      try SecretVersion.secrets(of: new.id, at: change.path, rules, in: store)
    }
    guard new.mode.isFile, let (prints, first) = secrets ?? nil, let first else { return nil }
    // The secrets of the path's earlier versions are published, or were found already.
    var old: Set<String> = []
    for entry in [change.old] + others {
      guard let entry, entry.mode.isFile else { continue }
      old.formUnion((try? SecretVersion.secrets(of: entry.id, at: change.path, rules, in: store))?.prints ?? [])
    }
    let known = known(NameKey(change.path))
    let fresh = prints.filter { !old.contains($0) || known.contains($0) }
    guard !fresh.isEmpty else { return nil }
    return SecretVersion(
      version: PathVersion(change.path, new.id), prints: fresh, kind: first.kind, line: first.line)
  }
}

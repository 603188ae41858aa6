internal import Dispatch
internal import Documents
internal import FileSystem
internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import Synchronization

/// The secrets that came by sync and were not answered for: each is a question (decision 33).
///
/// What arrives is published: it is taken as it is, looked through beside the recorder's turns, and asked about. Kept in
/// `.git/stet/arrived-secrets.json`, since it is looked at once.
final class ArrivedSecrets: Sendable {
  /// So many of the newest commits that came at once are looked through.
  private static let mostCommits = 2_000
  private static let location = FileLocation.store("arrived-secrets.json")

  private let root: String
  private let tree: (any FileTree)?
  private let thread = DispatchQueue(label: "stet.arrivals")
  private let secrets: Mutex<[ArrivedSecret]>

  /// Those of the folder at a root; none where they cannot be read.
  init(root: String) {
    self.root = root
    tree = try? DiskTree(root: root)
    let content = (try? tree?.read(Self.location, limit: 1 << 24)) ?? nil
    let kept = content.flatMap { try? JSONDecoder().decode([ArrivedSecret].self, from: Data($0.bytes)) }
    secrets = Mutex(kept ?? [])
  }

  /// Those that were not answered for.
  var open: [ArrivedSecret] { secrets.withLock { $0 } }

  /// Looks through what came between two commits.
  ///
  /// - Returns: what was found and is not allowed.
  func look(
    from old: ObjectID, to new: ObjectID, rules: [SecretRules], allowed: AllowedSecrets
  ) async -> [ArrivedSecret] {
    guard rules.contains(where: \.holds) else { return [] }
    return await withCheckedContinuation { continuation in
      thread.async { [self] in
        let found = find(from: old, to: new, rules: rules).filter { !$0.prints.allSatisfy(allowed.contains) }
        if !found.isEmpty { add(found) }
        continuation.resume(returning: found)
      }
    }
  }

  private func find(from old: ObjectID, to new: ObjectID, rules: [SecretRules]) -> [ArrivedSecret] {
    guard let store = try? Repository(root: root) else { return [] }
    let graph = CommitGraph(store: store)
    let ids = (try? graph.commits(from: new, excluding: [old], limit: Self.mostCommits)) ?? []
    return ids.reversed().flatMap { id in
      SecretVersion.brought(by: id, rules: rules, in: store).compactMap { found -> ArrivedSecret? in
        guard let commit = try? graph.commit(id) else { return nil }
        let message = CommitMessage(parsing: commit.message)
        var author = commit.author.name
        if case .agent(let name, _)? = message.author { author = name }
        return ArrivedSecret(
          path: found.version.path, prints: found.prints.sorted(), kind: found.kind, line: found.line,
          author: author, machine: message.machine, commit: id.hex)
      }
    }
  }

  private func add(_ found: [ArrivedSecret]) {
    let all = secrets.withLock { secrets in
      secrets += found.filter { new in !secrets.contains { $0.path == new.path && $0.prints == new.prints } }
      return secrets
    }
    keep(all)
  }

  /// Takes a person's answer to a question about one; `isKnown` says that it is none, or may be known.
  ///
  /// - Returns: whether there is such a question.
  func answer(_ id: String, isKnown: Bool, allowed: AllowedSecrets) -> Bool {
    let (gone, left) = secrets.withLock { secrets in
      let gone = secrets.filter { QuestionSubject.arrivedSecret($0).id == id }
      secrets.removeAll { gone.contains($0) }
      return (gone, secrets)
    }
    guard !gone.isEmpty else { return false }
    if isKnown { try? allowed.allow(gone.flatMap(\.prints)) }
    keep(left)
    return true
  }

  /// Keeps them for the next start; what cannot be kept is asked about until the stop.
  private func keep(_ secrets: [ArrivedSecret]) {
    guard let tree else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(secrets) else { return }
    let fresh = FileLocation.store("arrived-secrets.new")
    try? tree.remove(fresh)
    guard (try? tree.create(fresh, bytes: [UInt8](data), permissions: 0o600, durable: true)) != nil else { return }
    try? tree.replace(Self.location, with: fresh)
  }
}

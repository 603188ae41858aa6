internal import Documents
internal import GitObjects

/// The originals of replayed commits: kept for 30 days, under one reference a day (review B2).
struct ReplayedCommits {
  private static let prefix = "refs/stet/replayed/"
  private static let day: Int64 = 86_400
  private static let days: Int64 = 30

  /// The store that has the references.
  let store: any ObjectStore

  /// Keeps a tip, and deletes the references that are older than 30 days.
  ///
  /// - Parameter time: seconds since 1970.
  /// - Throws: `ObjectStoreError`; the caller must not replace the tip then.
  func keep(_ tip: ObjectID, at time: Int64) throws(ObjectStoreError) {
    let today = time / Self.day
    let kept = try store.references(withPrefix: Self.prefix)
    let name = Self.prefix + String(today)
    let before = kept[name]
    let signature = Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
    let chain = Commit(
      tree: try store.commit(tip).tree, parents: [tip] + [before].compactMap { $0 }, author: signature,
      committer: signature, message: CommitMessage(subject: "Keep replayed commits", author: .sync).text)
    let id = try store.write(chain)
    // The recorder does not sync this commit: a reference to a commit emptied by a power cut would stop every exchange.
    try store.synchronize([id])
    try store.setReference(name, to: id, expecting: before)
    for (old, id) in kept {
      guard let date = Int64(old.dropFirst(Self.prefix.count)), date < today - Self.days else { continue }
      try store.setReference(old, to: nil, expecting: id)
    }
  }
}

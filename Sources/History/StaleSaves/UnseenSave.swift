package import GitObjects

/// A save that stands and lacks what others wrote, until a person decides (DESIGN "Stale saves").
package struct UnseenSave: Hashable, Sendable {
  /// What became of the save: it stands, or it replaced all.
  package var kind: SaveNotice.Kind
  /// Who wrote what it lacks, each once, oldest first.
  package var others: [String]
  /// What it lacks.
  var unseen: UnseenVersions

  /// The versions that it lacks, oldest first.
  package var versions: [ObjectID] { unseen.steps.map(\.version.blob) }

  /// The same with what an earlier save lacks.
  func following(_ earlier: UnseenSave?) -> UnseenSave {
    guard let earlier else { return self }
    return UnseenSave(
      kind: kind, others: earlier.others.filter { !others.contains($0) } + others,
      unseen: unseen.following(earlier.unseen))
  }
}

package import GitObjects

/// A save that was kept and lacks others' changes, until a person decides (DESIGN "Stale saves").
package struct UnseenSave: Hashable, Sendable {
  /// The outcome of the save: kept, or a replacement of everything.
  package var kind: SaveNotice.Kind
  /// The authors of the missing changes, each once, oldest first.
  package var others: [String]
  /// The missing changes.
  var unseen: UnseenVersions

  /// The missing versions, oldest first.
  package var versions: [ObjectID] { unseen.steps.map(\.version.blob) }

  /// Returns the save with the missing changes of an earlier one.
  func following(_ earlier: UnseenSave?) -> UnseenSave {
    guard let earlier else { return self }
    return UnseenSave(
      kind: kind, others: earlier.others.filter { !others.contains($0) } + others,
      unseen: unseen.following(earlier.unseen))
  }
}

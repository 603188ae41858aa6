internal import GitObjects
internal import History

/// What is told where other paths are held than before.
struct HeldChange: Hashable {
  /// Paths that are held now and were not, or for another reason, by the reason in words.
  var held: [String: [String]] = [:]
  /// Paths that are not held any more, in order.
  var released: [String] = []

  /// Compares; what is merely kept while git is at work is no news.
  init(from old: [WorkspacePath: HeldReason], to new: [WorkspacePath: HeldReason]) {
    guard old != new else { return }
    for (path, reason) in new where reason != .captured && old[path] != reason {
      held[reason.description, default: []].append(path.string)
    }
    for (reason, paths) in held { held[reason] = paths.sorted() }
    released = old.filter { $0.value != .captured && new[$0.key] == nil }.keys.sorted().map(\.string)
  }
}

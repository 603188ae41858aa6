internal import GitObjects
internal import History

/// The difference between two sets of held paths, for events.
struct HeldChange: Hashable {
  /// Paths that are newly held or held for another reason, by the description of the reason.
  var held: [String: [String]] = [:]
  /// Paths that are no longer held, in order.
  var released: [String] = []

  /// Compares two sets; paths that are held only while git runs are left out.
  init(from old: [WorkspacePath: HeldReason], to new: [WorkspacePath: HeldReason]) {
    guard old != new else { return }
    for (path, reason) in new where reason != .captured && old[path] != reason {
      held[reason.description, default: []].append(path.string)
    }
    for (reason, paths) in held { held[reason] = paths.sorted() }
    released = old.filter { $0.value != .captured && new[$0.key] == nil }.keys.sorted().map(\.string)
  }
}

internal import Documents
internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension Recorder {
  /// Merges displaced texts, in the person's name; those that cannot be merged now are `late`.
  func merge(_ rescues: [Rescue], depth: Int = 0) {
    guard !rescues.isEmpty else { return }
    for (rescue, outcome) in zip(rescues, perform(rescues.map(\.write), of: rescues, depth: depth + 1)) {
      guard let slot = rescue.slot else { continue }
      if case .done = outcome {
        log.slots.account(slot, for: rescue.blob)
        log.slots.setLate(slot, nil)
      } else {
        log.slots.setLate(slot, .refused)
      }
    }
  }
}

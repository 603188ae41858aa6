internal import Dispatch
internal import Synchronization

/// Objects whose bytes have come are checked, flushed and named: as many together as wait.
///
/// Two flushes an object take longer than a small object's way here, on a disk with a journal; two for all that wait cost
/// as much as for one. What arrives meanwhile is the next group.
final class Landing: Sendable {
  private struct Waiting {
    var arrival: Arrival
    var answer: CheckedContinuation<ObjectFolderError?, Never>
  }

  private struct State {
    var waiting: [Waiting] = []
    var isRunning = false
  }

  /// From how many on the whole file system is flushed instead of each: what other programs wrote is waited for then.
  private static let together = 4

  private let folder: ObjectFolder
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "stet.landing", qos: .utility)

  /// For arrivals in one folder.
  init(_ folder: ObjectFolder) { self.folder = folder }

  /// Brings one that has all its bytes to its name.
  ///
  /// - Returns: why it has none; nil where it stands there, durable.
  func land(_ arrival: Arrival) async -> ObjectFolderError? {
    await withCheckedContinuation { continuation in
      let starts = state.withLock { state in
        state.waiting.append(Waiting(arrival: arrival, answer: continuation))
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if starts { queue.async { self.run() } }
    }
  }

  private func run() {
    while true {
      let group = state.withLock { state in
        defer { state.waiting = [] }
        state.isRunning = !state.waiting.isEmpty
        return state.waiting
      }
      guard !group.isEmpty else { return }
      let errors = Self.land(group.map(\.arrival), in: folder)
      for (waiting, error) in zip(group, errors) { waiting.answer.resume(returning: error) }
    }
  }

  /// Of each why it does not stand under its name.
  static func land(_ arrivals: [Arrival], in folder: ObjectFolder) -> [ObjectFolderError?] {
    guard arrivals.count >= together else {
      return arrivals.map { arrival in failure { () throws(ObjectFolderError) in try arrival.finish() } }
    }
    var errors = arrivals.map { arrival in failure { () throws(ObjectFolderError) in try arrival.complete() } }
    let flush = { (errors: inout [ObjectFolderError?]) in
      guard let error = failure({ () throws(ObjectFolderError) in try folder.flushAll() }) else { return }
      errors = errors.map { $0 ?? error }
    }
    flush(&errors)
    for (number, arrival) in arrivals.enumerated() where errors[number] == nil {
      errors[number] = failure { () throws(ObjectFolderError) in try arrival.name() }
    }
    flush(&errors)
    return errors
  }

  private static func failure(_ body: () throws(ObjectFolderError) -> Void) -> ObjectFolderError? {
    do throws(ObjectFolderError) {
      try body()
      return nil
    } catch { return error }
  }
}

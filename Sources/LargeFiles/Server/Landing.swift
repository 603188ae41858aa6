internal import Dispatch
internal import FileSystem
internal import Glibc
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

  /// Opened before anything comes: a descriptor is told of what failed since it was opened. Nil where that could not be;
  /// each is flushed for itself then.
  private let device: OpenFile?
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "stet.landing", qos: .utility)

  private init(device: consuming OpenFile?) { self.device = device }

  /// For arrivals in one folder, of which none has come yet.
  static func open(in folder: ObjectFolder) async -> Landing {
    let opened = await DiskQueue.run { () throws(ObjectFolderError) -> Landing in
      try folder.makeFolder(folder.incomplete)
      return Landing(device: try OpenFile(folder.incomplete, O_RDONLY | O_DIRECTORY))
    }
    return (try? opened.get()) ?? Landing(device: nil)
  }

  /// For who has no arrivals.
  static var unused: Landing { Landing(device: nil) }

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
      let errors = land(group.map(\.arrival))
      for (waiting, error) in zip(group, errors) { waiting.answer.resume(returning: error) }
    }
  }

  /// Of each why it does not stand under its name.
  func land(_ arrivals: [Arrival]) -> [ObjectFolderError?] {
    guard arrivals.count >= Self.together else {
      return arrivals.map { arrival in attempt { () throws(ObjectFolderError) in try arrival.finish() } }
    }
    var errors = arrivals.map { arrival in attempt { () throws(ObjectFolderError) in try arrival.complete() } }
    // What fails on the file system may be anybody's: each is then asked for itself.
    var isFlushed = flushAll()
    for (number, arrival) in arrivals.enumerated() where errors[number] == nil {
      errors[number] = attempt { () throws(ObjectFolderError) in
        if !isFlushed { try arrival.flush() }
        try arrival.name()
      }
    }
    isFlushed = flushAll()
    for (number, arrival) in arrivals.enumerated() where errors[number] == nil && !isFlushed {
      errors[number] = attempt { () throws(ObjectFolderError) in try arrival.flushName() }
    }
    return errors
  }

  private func flushAll() -> Bool {
    switch device {
    case .some(let device): DeviceWriting.flushAll(device.number) == 0
    case .none: false
    }
  }

  private func attempt(_ body: () throws(ObjectFolderError) -> Void) -> ObjectFolderError? {
    do throws(ObjectFolderError) {
      try body()
      return nil
    } catch { return error }
  }
}

internal import Dispatch
internal import FileSystem
internal import Glibc
internal import Synchronization

/// Groups downloaded objects to check, flush and rename as many together as are waiting.
///
/// Two flushes an object take longer than a small object's download, on a disk with a journal; two flushes for a group
/// cost as much as for one object. Objects that arrive meanwhile form the next group.
final class Landing: Sendable {
  private struct Waiting {
    var arrival: Arrival
    var answer: CheckedContinuation<ObjectFolderError?, Never>
  }

  private struct State {
    var waiting: [Waiting] = []
    var isRunning = false
  }

  /// The group size from which the whole file system is flushed once instead of each file. That flush also waits for
  /// writes of other programs.
  private static let together = 4

  /// A descriptor opened before the first arrival: it reports write errors since it was opened. If nil, because the
  /// file system may not flush everything at once, each file is flushed by itself.
  private let device: OpenFile?
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "stet.landing", qos: .utility)

  private init(device: consuming OpenFile?) { self.device = device }

  /// Creates a landing for a folder, before its first arrival.
  static func open(in folder: ObjectFolder) async -> Landing {
    let opened = await DiskQueue.run { () throws(ObjectFolderError) -> Landing in
      try folder.makeFolder(folder.incomplete)
      let device = try OpenFile(folder.incomplete, O_RDONLY | O_DIRECTORY)
      return DeviceWriting.flushesAll(device.number) ? Landing(device: device) : Landing(device: nil)
    }
    return (try? opened.get()) ?? Landing(device: nil)
  }

  /// A landing for transfers without arrivals.
  static var unused: Landing { Landing(device: nil) }

  /// Checks, flushes and renames a complete arrival.
  ///
  /// - Returns: the error; nil if the object is stored durably.
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

  /// Checks, flushes and renames a group of files; returns the error of each, nil for success. Blocks.
  func land(_ arrivals: [some IncomingObject]) -> [ObjectFolderError?] {
    guard arrivals.count >= Self.together else {
      return arrivals.map { arrival in attempt { () throws(ObjectFolderError) in try arrival.finish() } }
    }
    var errors = arrivals.map { arrival in attempt { () throws(ObjectFolderError) in try arrival.complete() } }
    // A failure of the file system's flush may belong to any file, so each file is then flushed by itself.
    var isFlushed = flushAll()
    var named = arrivals.map { _ in false }
    for (number, arrival) in arrivals.enumerated() where errors[number] == nil {
      errors[number] = attempt { () throws(ObjectFolderError) in
        if !isFlushed {
          if device != nil, !arrival.isOpen { throw .system(path: arrival.folder.path, errno: EIO) }
          try arrival.flush()
        }
        named[number] = try arrival.name()
      }
    }
    isFlushed = flushAll()
    for (number, arrival) in arrivals.enumerated() where named[number] && !isFlushed {
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

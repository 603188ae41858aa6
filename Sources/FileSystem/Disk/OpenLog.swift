import CLinux
import Glibc
import Synchronization

/// A log of the files that Stet placed last and other processes read.
///
/// The evidence is an unprivileged fanotify mark on the file itself, so it covers every path to the file (review A6).
/// Events are read only on request, so that nothing wakes the process at rest. Stet's own reads are identified by the
/// process id; the kernel does not identify other readers without privilege. Any thread may call.
final class OpenLog: Sendable {
  /// The number of marks in one queue; two queues are kept, so that the last thousand files are covered.
  private static let size = 1_000

  /// A queue with its marked files, by their handles.
  private struct Queue {
    var number: Int32
    var marks = OpenMarks<[UInt8]>()
  }

  private struct State {
    var new: Queue?
    var old: Queue?
    /// The number of the last mark.
    var last: UInt64 = 0
    /// Whether the system does not support marks; it is not asked again.
    var isMissing = false
  }

  private let state = Mutex(State())

  deinit {
    state.withLock { state in
      for queue in [state.new, state.old] where queue != nil { _ = queue.map { close($0.number) } }
    }
  }

  /// Starts recording reads of a file; nil if the system does not support that.
  func witness(_ place: borrowing DiskPlace) -> OpenWitness? {
    let folder = place.parent.number
    return SystemCall.withBytes(place.name) { name in mark(folder, name) }
  }

  private func mark(_ folder: Int32, _ name: UnsafePointer<CChar>) -> OpenWitness? {
    state.withLock { state in
      guard !state.isMissing else { return nil }
      if (state.new?.marks.count ?? Self.size) >= Self.size {
        let number = clinux_opens_queue()
        guard number >= 0 else {
          state.isMissing = [-ENOSYS, -EPERM, -EINVAL].contains(number)
          return nil
        }
        if let old = state.old { close(old.number) }
        state.old = state.new
        state.new = Queue(number: number)
      }
      guard let number = state.new?.number else { return nil }
      let handle = [UInt8](unsafeUninitializedCapacity: 128) { room, count in
        guard let start = room.baseAddress else { return }
        count = max(0, Int(clinux_opens_mark(number, folder, name, start)))
      }
      guard !handle.isEmpty else { return nil }
      // Earlier readers of the file do not count as readers of its new content.
      if state.new?.marks.knows(handle) == true { Self.take(&state.new) }
      state.last += 1
      state.new?.marks.mark(handle, as: state.last)
      return OpenWitness(number: state.last)
    }
  }

  /// Returns whether another process read the file since the mark; nil if that is not known.
  func wasRead(_ witness: OpenWitness) -> Bool? {
    state.withLock { state in
      Self.take(&state.new)
      Self.take(&state.old)
      return state.new?.marks.wasRead(witness.number) ?? state.old?.marks.wasRead(witness.number)
    }
  }

  private static func take(_ queue: inout Queue?) {
    guard let number = queue?.number else { return }
    let own = getpid()
    var events = [clinux_opened](repeating: clinux_opened(), count: Int(clinux_opens_most))
    while true {
      let count = clinux_opens_take(number, &events)
      if count < 0 { queue?.marks.removeAll() }
      guard count > 0 else { break }
      for event in events.prefix(Int(count)) {
        guard event.length > 0 else {
          // Events were lost, so nothing is known about any file.
          queue?.marks.removeAll()
          continue
        }
        guard event.process != own else { continue }
        let handle = withUnsafeBytes(of: event.handle) { Array($0.prefix(Int(event.length))) }
        // The kernel merges all events of a process: reading precedes saving.
        if event.was_opened != 0 { queue?.marks.noteOpened(handle, by: event.process) }
        if event.was_read != 0 { queue?.marks.noteRead(handle) }
        if event.was_closed != 0 { queue?.marks.noteClosed(handle, by: event.process) }
        if event.was_written != 0 { queue?.marks.noteWritten(handle) }
      }
    }
  }
}

import CLinux
import Glibc
import Synchronization

/// Which of the files that Stet placed last were read by others.
///
/// Evidence is an unprivileged fanotify mark on the file itself, so it is found whatever way leads to it (review A6).
/// Nothing is taken from the kernel until somebody asks: at rest nothing wakes. Our own reads are known by the process;
/// whose the others are the kernel does not say without privilege. Any thread may call.
final class OpenLog: Sendable {
  /// How many marks one queue has; two are kept, so that the last thousand are known.
  private static let size = 1_000

  /// A queue and the files marked for it, by their handles.
  private struct Queue {
    var number: Int32
    var marks = OpenMarks<[UInt8]>()
  }

  private struct State {
    var new: Queue?
    var old: Queue?
    /// The number of the last mark.
    var last: UInt64 = 0
    /// Whether the system cannot do it; it is not asked again.
    var isMissing = false
  }

  private let state = Mutex(State())

  deinit {
    state.withLock { state in
      for queue in [state.new, state.old] where queue != nil { _ = queue.map { close($0.number) } }
    }
  }

  /// Begins to remember of the file at a place; nil where the system cannot.
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
      // Who read the file before is no reader of what it has from now on.
      if state.new?.marks.knows(handle) == true { Self.take(&state.new) }
      state.last += 1
      state.new?.marks.mark(handle, as: state.last)
      return OpenWitness(number: state.last)
    }
  }

  /// Whether somebody else read the file since; nil where that is not known.
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
          // Events were lost: nothing is known of any of them.
          queue?.marks.removeAll()
          continue
        }
        guard event.process != own, event.was_read != 0 || event.was_written != 0 else { continue }
        let handle = withUnsafeBytes(of: event.handle) { Array($0.prefix(Int(event.length))) }
        // The kernel makes one event of all that a process does: it read before it saved.
        if event.was_read != 0 { queue?.marks.noteRead(handle) }
        if event.was_written != 0 { queue?.marks.noteWritten(handle) }
      }
    }
  }
}

internal import Glibc
internal import Threads

/// The output of a hook: a pipe whose last bytes are kept, however much the hook prints.
///
/// A program that the hook leaves behind may keep the pipe open for ever, so reading ends with the hook and not with
/// the pipe. Later output of such a program has no reader.
struct HookOutput: Sendable {
  /// The number of bytes that are kept.
  static let kept = 65_536

  /// The end of the pipe that the hook writes to.
  let sink: Int32
  private let source: Int32
  private let ended: (read: Int32, write: Int32)

  /// Makes the pipe; returns nil if the system has no more descriptors.
  static func open() -> HookOutput? {
    var output: [Int32] = [-1, -1]
    var ended: [Int32] = [-1, -1]
    guard pipe(&output) == 0 else { return nil }
    guard pipe(&ended) == 0 else {
      for end in output { Glibc.close(end) }
      return nil
    }
    // A child process that starts between `pipe` and `fcntl` inherits the descriptors. That delays nothing: reading
    // ends with the hook.
    for end in output + ended { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return HookOutput(sink: output[1], source: output[0], ended: (ended[0], ended[1]))
  }

  /// Reads until `end`, on its own thread; returns the last bytes and whether there were more.
  func read() async -> (bytes: [UInt8], isCut: Bool) {
    await onThread("stet.hook") { self.readOnThread() }
  }

  private func readOnThread() -> (bytes: [UInt8], isCut: Bool) {
    var tail: [UInt8] = []
    var isCut = false
    var chunk = [UInt8](repeating: 0, count: Self.kept)
    while true {
      var watched = [
        pollfd(fd: source, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ended.read, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&watched, 2, -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      let hasEnded = watched[1].revents != 0
      if watched[0].revents & Int16(POLLIN) != 0 {
        let count = Glibc.read(source, &chunk, chunk.count)
        if count > 0 {
          tail += chunk[..<count]
          if tail.count > Self.kept {
            isCut = true
            tail.removeFirst(tail.count - Self.kept)
          }
        }
        // After the end, one last read of at most a pipe's capacity: another program may go on writing.
        if count != 0, !hasEnded { continue }
      } else if !hasEnded, watched[0].revents == 0 {
        continue
      }
      break
    }
    return (tail, isCut)
  }

  /// Notes that the hook has ended: `read` returns after one last read.
  func end() {
    var byte: UInt8 = 0
    _ = write(ended.write, &byte, 1)
  }

  /// Closes all descriptors; called after `read`.
  func close() {
    for end in [sink, source, ended.read, ended.write] { Glibc.close(end) }
  }
}

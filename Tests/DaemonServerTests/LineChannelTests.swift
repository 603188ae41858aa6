import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DaemonClient
import Threads

/// One end of a connection whose other end is a plain socket.
@Suite struct LineChannelTests {
  @Test func `what a peer said before it closed is read, also by who can send no more`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    let farewell = "refused\n"
    #expect(send(ends[1], farewell, farewell.utf8.count, Int32(MSG_NOSIGNAL)) == farewell.utf8.count)
    close(ends[1])

    let lines = Mutex<[String]>([])
    let ending = Mutex<LineChannel.Ending?>(nil)
    let channel = LineChannel(
      descriptor: ends[0], executor: SerialQueue(label: "test"),
      received: { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } },
      ended: { reason in ending.withLock { $0 = reason } })
    channel.post(Array("a request".utf8))
    channel.start()

    #expect(await eventually { ending.withLock { $0 } == .closed })
    #expect(lines.withLock { $0 } == ["refused"])
  }

  @Test func `connections that come and go on several threads all get what was sent to them`() async throws {
    let tally = Tally()
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<8 {
        group.addTask {
          let executor = SerialQueue(label: "test.\(lane)")
          for number in 0..<400 { await tally.connect(on: executor, waits: number % 2 == 0) }
        }
      }
    }
    #expect(tally.counts.withLock { $0 } == [3_200, 3_200, 3_200])
  }

  @Test func `what a peer reads late goes out whole, and one that is held is read and ends when it is let go`()
    async throws
  {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    let (own, other) = (ends[0], ends[1])
    let lines = Mutex<[String]>([])
    let ending = Mutex<LineChannel.Ending?>(nil)
    let channel = LineChannel(
      descriptor: own, executor: SerialQueue(label: "test"),
      received: { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } },
      ended: { reason in ending.withLock { $0 = reason } })
    await channel.hold(true)
    channel.start()
    // More than the socket takes, and than is waiting when nothing more is read.
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 12 << 20)
    channel.post(long)
    _ = send(other, "a line\n", 7, Int32(MSG_NOSIGNAL))
    #expect(await eventually { await channel.waitingBytes > 8 << 20 })
    #expect(lines.withLock { $0.isEmpty })
    var came = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    #expect(
      await eventually {
        while case let count = read(other, &buffer, buffer.count), count > 0 { came += count }
        return came == long.count + 1
      })
    let waiting = await channel.waitingBytes
    #expect(waiting == 0)
    #expect(lines.withLock { $0.isEmpty })
    close(other)
    await channel.hold(false)
    #expect(await eventually { ending.withLock { $0 } == .closed })
    #expect(lines.withLock { $0 } == ["a line"])
  }

  /// Counts connections, lines that came, and ends.
  private final class Tally: Sendable {
    let counts = Mutex([0, 0, 0])

    /// A connection that gets a line and its end, at once or after it waits for them.
    func connect(on executor: SerialQueue, waits: Bool) async {
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0 else { return }
      let (own, other) = (ends[0], ends[1])
      counts.withLock { $0[0] += 1 }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let channel = LineChannel(
          descriptor: own, executor: executor, received: { _ in self.counts.withLock { $0[1] += 1 } },
          ended: { _ in
            self.counts.withLock { $0[2] += 1 }
            continuation.resume()
          })
        channel.start()
        if waits { executor.queue.sync {} }
        _ = send(other, "a line\n", 7, Int32(MSG_NOSIGNAL))
        close(other)
      }
    }
  }
}

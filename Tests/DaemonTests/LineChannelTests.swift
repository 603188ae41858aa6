import Glibc
import Synchronization
import Testing

@testable import Daemon

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
      descriptor: ends[0], executor: QueueExecutor(label: "test"),
      received: { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } },
      ended: { reason in ending.withLock { $0 = reason } })
    channel.post(Array("a request".utf8))
    channel.start()

    #expect(await eventually { ending.withLock { $0 } == .closed })
    #expect(lines.withLock { $0 } == ["refused"])
  }
}

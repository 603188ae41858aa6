import Glibc
import Synchronization
import SystemPackage
import TestSupport

/// A listening socket on this machine that does nothing by itself.
final class LoopbackServer: Sendable {
  let port: UInt16
  /// Closed once: a number that is closed twice may be somebody else's by then.
  private let listener: Mutex<FileDescriptor?>
  private let accepted = Mutex<[FileDescriptor]>([])

  init() throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, length) == 0 && listen(number, 16) == 0 && getsockname(number, name, &length) == 0
      }
    }
    guard number >= 0, status else { throw Errno(rawValue: errno) }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    listener = Mutex(FileDescriptor(rawValue: number))
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close()
    for connection in accepted.withLock({ $0 }) { try? connection.close() }
  }

  func close() {
    listener.withLock { listener in
      try? listener?.close()
      listener = nil
    }
  }

  private func next() async throws -> FileDescriptor {
    var number: Int32 = -1
    try await until(within: .seconds(600)) {
      number = listener.withLock { $0.map { Glibc.accept($0.rawValue, nil, nil) } ?? -1 }
      return number >= 0
    }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: number)
  }

  /// Takes one connection and holds it.
  func accept() async throws {
    let connection = try await next()
    accepted.withLock { $0.append(connection) }
  }

  /// Waits until the other side has closed the last connection that was taken.
  func waitForEnd() async throws {
    guard let connection = accepted.withLock({ $0.last }) else { return }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    try await until {
      let count = recv(connection.rawValue, &buffer, buffer.count, 0)
      return count == 0 || (count < 0 && errno == ECONNRESET)
    }
  }

  /// Gives every connection the same bytes and closes it, until cancelled.
  func answerAll(_ text: String) async {
    while let connection = try? await next() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      _ = await eventually { recv(connection.rawValue, &buffer, buffer.count, 0) >= 0 || errno != EAGAIN }
      _ = Array(text.utf8).withUnsafeBytes { send(connection.rawValue, $0.baseAddress, $0.count, 0) }
      _ = shutdown(connection.rawValue, Int32(SHUT_RDWR))
      try? connection.close()
    }
  }
}

import Dispatch
import Glibc

/// A connection as bytes, so that anything can be sent; blocking calls run on a queue of their own.
final class Connection: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "connection")

  /// Connects to a port of the loopback.
  init(port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // No answer in this time is one: tests wait on conditions, and this ends those that would wait for ever.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends bytes; false where the other end is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async {
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes {
            Glibc.send(self.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard count > 0 else { return continuation.resume(returning: false) }
          rest = rest.dropFirst(count)
        }
        continuation.resume(returning: true)
      }
    }
  }

  /// Ends what this end sends, or the whole connection.
  func shut(_ how: Int = Int(SHUT_WR)) { shutdown(descriptor, Int32(how)) }

  /// Reads one answer: until its length is reached, its last chunk came, or the server closed.
  func reply() async -> Reply {
    await withCheckedContinuation { continuation in
      queue.async {
        var reply = Reply()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !reply.isWhole {
          let count = recv(self.descriptor, &buffer, buffer.count, 0)
          if count <= 0 {
            reply.wasClosed = count == 0 || errno == ECONNRESET
            break
          }
          reply.bytes += buffer[..<count]
        }
        continuation.resume(returning: reply)
      }
    }
  }

  /// Reads until the bytes contain a text, or the server closed.
  func read(until text: String) async -> String {
    await withCheckedContinuation { continuation in
      queue.async {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
          let count = recv(self.descriptor, &buffer, buffer.count, 0)
          guard count > 0 else { break }
          bytes += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}

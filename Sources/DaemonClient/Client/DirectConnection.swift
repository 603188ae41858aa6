internal import Glibc
package import WorkspaceAPI

/// A connection to the daemon that calls and waits on the calling thread, one call after the other.
///
/// For a program that does nothing else than one call: making threads and handing over between them takes it longer
/// than the daemon takes for a write. The connection ends with the value.
package final class DirectConnection {
  private let descriptor: Int32

  /// Connects; never waits for a daemon to come.
  ///
  /// - Throws: `SocketError.nobodyListens` where no daemon runs.
  package init(path: SocketPath) throws(SocketError) {
    descriptor = try UnixSocket.connect(to: path.string)
    // Nothing else is to be done meanwhile: reading and sending may wait.
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  deinit { close(descriptor) }

  /// Carries out a write; returns when it is durable.
  ///
  /// - Throws: what the daemon answers, or that it ended before it did.
  package func write(_ request: WriteRequest) throws(VerbError) -> WriteReceipt {
    try request.checkSize()
    let line: [UInt8]
    do { line = try WriteLine.request(request, id: 1) ?? RPCCodec.line(RPCRequest(id: .number(1), request)) } catch {
      throw VerbError(.usage, "The request has no JSON form: \(error)")
    }
    send(line)
    guard let answer = receive() else { throw CallTable.gone }
    if let receipt = WriteLine.receipt(answer) { return receipt }
    return try DaemonConnection.answer(of: WriteRequest.self, in: answer, to: 1)
  }

  /// Sends a line; a daemon that takes no more may have said why, so what goes wrong shows when its answer is read.
  private func send(_ line: [UInt8]) {
    let bytes = line + [UInt8(ascii: "\n")]
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The next line without its newline; nil where the connection ended before it did.
  private func receive() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      let start = line.count
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { line.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      if let end = line[start...].firstIndex(of: UInt8(ascii: "\n")) { return Array(line[..<end]) }
    }
  }
}

internal import Glibc
package import WorkspaceAPI

/// A connection to the daemon that calls and waits on the calling thread, one call after the other.
///
/// For a program with only one call: creating threads and switching between them takes more time than the daemon needs
/// for a write. The connection ends with the value.
package final class DirectConnection {
  private let descriptor: Int32

  /// Connects; never waits for a daemon to start.
  ///
  /// - Throws: `SocketError.nobodyListens` if no daemon runs.
  package init(path: SocketPath) throws(SocketError) {
    descriptor = try UnixSocket.connect(to: path.string)
    // The program has nothing else to do meanwhile: reading and sending may block.
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  deinit { close(descriptor) }

  /// Carries out a write; returns when it is durable.
  ///
  /// - Throws: the daemon's error, or an error if the daemon ended before it answered.
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

  /// Sends a line and ignores errors: a daemon that stopped reading may have sent the reason, which the answer
  /// contains.
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

  /// Returns the next line without its newline; nil if the connection ended before the newline.
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

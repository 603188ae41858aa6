internal import Values

/// A server that runs `git-lfs-transfer`: git-lfs's pure ssh protocol, version 1.
///
/// Each request and each object has a session of its own; the protocol cannot continue a partial object.
package struct PacketPeer: ObjectPeer {
  private let program: any ServerProgram
  private let path: String
  private let pace: TransferPace

  /// The limits are low: a server allows ten sessions a connection, and git needs some of them.
  package var limits: TransferLimits { TransferLimits(batch: 100, parallel: 3) }

  /// Creates a value for a repository; sends nothing.
  package init(_ program: any ServerProgram, path: String, pace: TransferPace) {
    self.program = program
    self.path = path
    self.pace = pace
  }

  /// Checks whether the server has the program and whether the program speaks this version; nil if both hold.
  package static func find(_ program: any ServerProgram, path: String) async -> TransferFault? {
    let met = await PacketPeer(program, path: path, pace: TransferPace()).run(.download) { _ in .success(()) }
    if case .failure(let fault) = met { return fault }
    return nil
  }

  /// Asks the server how to transfer each object of a batch.
  package func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault> {
    var arguments = ["transfer=ssh", "hash-algo=sha256"]
    if let reference = request.reference { arguments.append("refname=\(reference)") }
    let lines = request.pointers.map { "\($0.id.hex) \($0.size)" }
    let host = program.host
    return await run(request.direction) { [arguments] session in
      await session.send("batch", arguments, lines)
      switch await session.answer() {
      case .failure(let fault): return .failure(fault)
      case .success(let (status, lines)):
        if let hash = status.arguments["hash-algo"], hash != "sha256" {
          return .failure(.unreadable("\(host) names objects by \"\(hash)\" instead of sha256"))
        }
        return .success(PacketStatus.answer(lines, to: request, host: host))
      }
    }
  }

  /// Returns the server's answer; the server never uses this machine's folder.
  package func holds(
    _ pointers: [Pointer], apartFrom folder: ObjectFolder
  ) async -> Result<Set<ContentID>, TransferFault> {
    await answersFor(pointers)
  }

  /// Returns an empty set: only the server's own statement can be had.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> { [] }

  /// Downloads an object from its beginning.
  package func fetch(
    _ pointer: Pointer, _ action: BatchAction, into folder: ObjectFolder, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<Arrival?, TransferFault> {
    await receive(pointer, into: folder) { arrival in
      let pace = pace
      let filled = await run(.download) { session -> Result<Void, TransferFault> in
        await session.send("get-object \(pointer.id.hex)", Self.arguments(pointer, action), nil)
        switch await session.status() {
        case .failure(let fault): return .failure(fault)
        case .success(let status):
          guard status.arguments["size"].flatMap({ Int($0) }) ?? pointer.size == pointer.size, status.hasBody else {
            return .failure(.wrong("the server's object has another size"))
          }
        }
        // The first bytes are here already, but the protocol cannot skip them.
        var intake = Intake(arrival, skipping: arrival.begun, progress)
        while let packet = await session.lines.packet() {
          guard case .data(let bytes) = packet else {
            if let fault = await intake.flush() { return .failure(fault) }
            return intake.isWhole ? .success(()) : .failure(ShellPeer.cut)
          }
          if let fault = await intake.take(bytes) { return .failure(fault) }
          await pace.rest(.download, after: bytes.count)
        }
        _ = await intake.flush()
        return .failure(ShellPeer.cut)
      }
      if case .failure(let fault) = filled { return fault }
      return nil
    }
  }

  /// Uploads an object and lets the server verify it.
  package func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> TransferFault? {
    guard folder.holds(pointer) else { return .local(.missing(pointer.id)) }
    let pace = pace
    let arguments = Self.arguments(pointer, action)
    let sent = await run(.upload) { session -> Result<Void, TransferFault> in
      await session.send("put-object \(pointer.id.hex)", arguments, [], isOpen: true)
      let stream = session.lines.stream
      let fault = await OutgoingObject.send(pointer, from: folder, 0) { slice, count in
        let isRead = await stream.write(Packet.data(slice).bytes)
        progress(count)
        await pace.rest(.upload, after: slice.count)
        return isRead
      }
      if let fault { return .failure(fault) }
      _ = await stream.write(Packet.flush.bytes)
      if case .failure(let fault) = await session.answer() { return .failure(fault) }
      await session.send("verify-object \(pointer.id.hex)", arguments, nil)
      return await session.answer().map { _ in }
    }
    if case .failure(let fault) = sent { return fault }
    return nil
  }

  private static func arguments(_ pointer: Pointer, _ action: BatchAction) -> [String] {
    ["size=\(pointer.size)"] + action.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  /// Opens a session, negotiates the version, runs the body and ends the session.
  private func run<Value: Sendable>(
    _ direction: TransferDirection,
    _ body: @escaping @Sendable (inout PacketSession) async -> Result<Value, TransferFault>
  ) async -> Result<Value, TransferFault> {
    let words = ["git-lfs-transfer", ShellWord.quoted(path), direction.rawValue]
    return await program.exchange(words.joined(separator: " ")) { lines in
      var session = PacketSession(lines)
      guard let (known, _) = await session.lines.packetLines(), known.contains("version=1") else { return nil }
      await session.send("version 1", [], nil)
      if case .failure(let fault) = await session.answer() { return .failure(fault) }
      let result = await body(&session)
      if case .success = result {
        await session.send("quit", [], nil)
        _ = await session.answer()
      }
      return result
    }
  }
}

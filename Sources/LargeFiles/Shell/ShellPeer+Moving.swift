extension ShellPeer {
  /// What is written at once: so little that a slow line shows that it moves.
  private static let slice = 32 << 10

  /// Downloads an object, from the block on that an earlier try came to.
  package func fetch(
    _ pointer: Pointer, _ action: BatchAction, into folder: ObjectFolder, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<Arrival?, TransferFault> {
    await receive(pointer, into: folder) { arrival in
      let verb = ShellScript.Verb.get(pointer.id, block: arrival.begun / ShellScript.block)
      let pace = pace
      let filled = await run(verb) { lines -> Result<Void, TransferFault> in
        guard let line = await lines.line() else { return .failure(Self.cut) }
        guard line == "size \(pointer.size)" else {
          return .failure(
            line == "missing" ? .refused(code: 404, message: line) : .wrong("the server's object is damaged"))
        }
        var intake = Intake(arrival, skipping: arrival.begun % ShellScript.block, progress)
        while !intake.isWhole, let bytes = await lines.bytes() {
          if let fault = await intake.take(bytes) { return .failure(fault) }
          await pace.rest(.download, after: bytes.count)
        }
        if let fault = await intake.flush() { return .failure(fault) }
        return intake.isWhole ? .success(()) : .failure(Self.cut)
      }
      if case .failure(let fault) = filled { return fault }
      return nil
    }
  }

  /// Uploads an object, from the block on that an earlier try came to. The server hashes it before it gets its name.
  package func upload(
    _ pointer: Pointer, _ action: BatchAction, verify: BatchAction?, from folder: ObjectFolder,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> TransferFault? {
    guard folder.holds(pointer) else { return .local(.missing(pointer.id)) }
    let pace = pace
    let sent = await run(.put(pointer, owner: owner)) { lines -> Result<Void, TransferFault> in
      guard let line = await lines.line() else { return .failure(Self.cut) }
      if line == "has" { return .success(()) }
      guard line.hasPrefix("at "), let offset = Int(line.dropFirst(3)), offset >= 0, offset < pointer.size else {
        return .failure(Self.refusal(line))
      }
      let fault = await Self.send(pointer, from: folder, offset, to: lines.stream) { count in
        progress(count)
        await pace.rest(.upload, after: Self.slice)
      }
      if let fault { return .failure(fault) }
      await lines.stream.finish()
      while let line = await lines.line() {
        switch line {
        case ShellScript.beat: continue
        case "stored": return .success(())
        case "wrong": return .failure(.wrong("the object arrived damaged; nothing of it was kept on the server"))
        case "short": return .failure(Self.cut)
        default: return .failure(Self.refusal(line))
        }
      }
      return .failure(Self.cut)
    }
    if case .failure(let fault) = sent { return fault }
    return nil
  }

  /// Sends an object; where the server reads no more, its answer says why.
  ///
  /// - Parameter moved: told how many bytes went so far, after each slice.
  static func send(
    _ pointer: Pointer, from folder: ObjectFolder, _ offset: Int, to stream: any ServerStream,
    moved: (Int) async -> Void
  ) async -> TransferFault? {
    let object: OutgoingObject
    switch await OutgoingObject.open(pointer, in: folder, from: offset) {
    case .success(let opened): object = opened
    case .failure(let error): return .local(error)
    }
    var position = offset
    var next = await object.next()
    while true {
      let piece: [UInt8]
      switch next {
      case .success(let bytes): piece = bytes
      case .failure(let error): return .local(error)
      }
      guard !piece.isEmpty else { return nil }
      // The disk reads ahead while the line writes.
      async let following = object.next()
      for start in stride(from: 0, to: piece.count, by: slice) {
        let end = min(start + slice, piece.count)
        guard await stream.write(Array(piece[start..<end])) else {
          _ = await following
          return nil
        }
        await moved(position + end)
      }
      position += piece.count
      next = await following
    }
  }

  private static func refusal(_ line: String) -> TransferFault {
    let why =
      line.hasPrefix("failed")
      ? String(line.dropFirst("failed ".count).prefix(300)) : "it answered '\(line.prefix(80))'"
    let isFull = ["No space left", "quota"].contains { why.contains($0) }
    return isFull ? .status(507, message: why, retryAfter: nil) : .refused(code: 403, message: why)
  }
}

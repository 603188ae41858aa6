extension ShellPeer {
  /// Downloads an object, from the last whole block of an earlier try on.
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

  /// Uploads an object, from the last whole block of an earlier try on. The server checks the hash before it renames
  /// the object.
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
      let stream = lines.stream
      let fault = await OutgoingObject.send(pointer, from: folder, offset) { slice, count in
        let isRead = await stream.write(slice)
        progress(count)
        await pace.rest(.upload, after: slice.count)
        return isRead
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

  private static func refusal(_ line: String) -> TransferFault {
    let why =
      line.hasPrefix("failed")
      ? String(line.dropFirst("failed ".count).prefix(300)) : "it answered '\(line.prefix(80))'"
    let isFull = ["No space left", "quota"].contains { why.contains($0) }
    return isFull ? .status(507, message: why, retryAfter: nil) : .refused(code: 403, message: why)
  }
}

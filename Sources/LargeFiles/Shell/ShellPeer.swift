/// A bare repository on a server that has a shell and no program for objects: `ShellScript` runs there, once for each
/// object.
package struct ShellPeer: ObjectPeer {
  /// What starts the script.
  let program: any ServerProgram
  /// The repository, as the remote's address has it.
  let path: String
  /// Tells apart who sends, for the names of parts.
  let owner: String
  /// The limits of bandwidth.
  let pace: TransferPace

  /// Few at once: a server allows ten sessions a connection, and git needs some of them.
  package var limits: TransferLimits { TransferLimits(batch: 100, parallel: 3) }

  /// Names a repository; nothing is asked.
  ///
  /// - Parameter owner: letters and digits that no other folder that sends there has.
  package init(_ program: any ServerProgram, path: String, owner: String, pace: TransferPace) {
    self.program = program
    self.path = path
    self.owner = owner
    self.pace = pace
  }

  /// Asks whether the script can run on a server.
  ///
  /// - Returns: whether the server has `git-lfs-transfer`; `.refused` where it gives no shell.
  package static func hasTransferProgram(
    _ program: any ServerProgram, path: String
  ) async -> Result<Bool, TransferFault> {
    await ShellPeer(program, path: path, owner: "", pace: TransferPace()).run(.hello) { lines in
      await lines.line().map { .success($0 == "transfer") } ?? .failure(cut)
    }
  }

  /// Asks what stands there.
  package func ask(_ request: BatchRequest) async -> Result<BatchAnswer, TransferFault> {
    await look(request.pointers, .look(probe: Probe.unused)).map { held in
      var verdicts: [ContentID: BatchVerdict] = [:]
      for pointer in request.pointers {
        let isHeld = held.contains(pointer.id)
        verdicts[pointer.id] =
          switch request.direction {
          case .upload: isHeld ? .present : .move(BatchAction(address: ""), verify: nil)
          case .download:
            isHeld
              ? .move(BatchAction(address: ""), verify: nil)
              : .refused(code: 404, message: "\(program.host) has not got it")
          }
      }
      return BatchAnswer(verdicts)
    }
  }

  /// Asks what stands there; nothing does where its folder is this one.
  package func holds(
    _ pointers: [Pointer], apartFrom folder: ObjectFolder
  ) async -> Result<Set<ContentID>, TransferFault> {
    let probe = await Probe.make(in: folder)
    var held: Set<ContentID> = []
    for start in stride(from: 0, to: pointers.count, by: limits.batch) {
      switch await look(Array(pointers[start..<min(start + limits.batch, pointers.count)]), .look(probe: probe.name)) {
      case .success(let found): held.formUnion(found)
      case .failure(let fault): return .failure(fault)
      }
    }
    return .success(held)
  }

  /// Hashes them there, where the server has a program for it; what is damaged is set aside.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> {
    var damaged: Set<ContentID> = []
    for start in stride(from: 0, to: pointers.count, by: limits.batch) {
      let part = Array(pointers[start..<min(start + limits.batch, pointers.count)])
      // Who could not be asked has none that are whole.
      let whole = (try? await look(part, .check(probe: Probe.unused)).get()) ?? []
      damaged.formUnion(part.map(\.id).filter { !whole.contains($0) })
    }
    return damaged
  }

  private func look(_ pointers: [Pointer], _ verb: ShellScript.Verb) async -> Result<Set<ContentID>, TransferFault> {
    let question = pointers.map { "\(ShellScript.place(of: $0.id)) \($0.size)\n" }.joined()
    return await run(verb) { lines in
      _ = await lines.stream.write(Array(question.utf8))
      await lines.stream.finish()
      var held: Set<ContentID> = []
      while let line = await lines.line() {
        if line == "end" || line == "same" { return .success(held) }
        guard line.hasPrefix("has "), let id = ContentID(hex: Array(line.utf8.suffix(64))) else { continue }
        held.insert(id)
      }
      return .failure(Self.cut)
    }
  }

  /// Runs the script; the body begins after its greeting.
  func run<Value: Sendable>(
    _ verb: ShellScript.Verb, _ body: @escaping @Sendable (inout ServerLines) async -> Result<Value, TransferFault>
  ) async -> Result<Value, TransferFault> {
    let path = path
    let host = program.host
    return await program.exchange(ShellScript.command(verb, path: path)) { lines in
      guard await lines.line() == ShellScript.greeting else { return nil }
      switch await lines.line() {
      case "ready": return await body(&lines)
      case nil: return .failure(Self.cut)
      default: return .failure(.offline("\(host) has no git repository at \(path)"))
      }
    }
  }

  /// The connection ended in the middle.
  static let cut = TransferFault.offline("the connection to the server broke")
}

extension ServerProgram {
  /// Runs a command line and reads what it writes.
  ///
  /// - Parameter body: returns nil where what answers is not the program that was meant.
  package func exchange<Value: Sendable>(
    _ command: String, _ body: @escaping @Sendable (inout ServerLines) async -> Result<Value, TransferFault>?
  ) async -> Result<Value, TransferFault> {
    let outcome = await run(command) { stream in
      var lines = ServerLines(stream)
      return await body(&lines)
    }
    switch outcome {
    case .failure(let fault): return .failure(fault)
    case .success((.success(let value), _)): return .success(value)
    // What ssh says of a broken connection says more.
    case .success((.failure(.offline), let end)) where end.status == 255:
      return .failure(.offline("\(host): \(end.line)"))
    case .success((.failure(let fault), _)): return .failure(fault)
    case .success((nil, let end)):
      if end.status == 255 { return .failure(.offline("\(host): \(end.line)")) }
      return .failure(
        .refused(
          code: 501,
          message: "\(host) runs no program that stores large files (\(end.line)); set lfs.url to an object server"))
    }
  }
}

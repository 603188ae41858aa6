internal import Glibc

/// A bare repository on a server with a shell but without a program for objects; `ShellScript` runs there, once for
/// each object.
package struct ShellPeer: ObjectPeer {
  /// The connection that runs the script.
  let program: any ServerProgram
  /// The repository's path in the remote's address.
  let path: String
  /// The sender's id in the names of partial objects.
  let owner: String
  /// The bandwidth limits.
  let pace: TransferPace

  /// The limits are low: a server allows ten sessions a connection, and git needs some of them.
  package var limits: TransferLimits { TransferLimits(batch: 100, parallel: 3) }

  /// Creates a value for a repository; sends nothing.
  ///
  /// - Parameter owner: letters and digits that no other folder that uploads there uses.
  package init(_ program: any ServerProgram, path: String, owner: String, pace: TransferPace) {
    self.program = program
    self.path = path
    self.owner = owner
    self.pace = pace
  }

  /// Checks whether the script can run on a server.
  ///
  /// - Returns: whether the server has `git-lfs-transfer`; `.refused` if it gives no shell.
  package static func hasTransferProgram(
    _ program: any ServerProgram, path: String
  ) async -> Result<Bool, TransferFault> {
    await ShellPeer(program, path: path, owner: "", pace: TransferPace()).run(.hello) { lines in
      await lines.line().map { .success($0 == "transfer") } ?? .failure(cut)
    }
  }

  /// Checks which objects the server has.
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
              : .refused(code: 404, message: "\(program.host) does not have it")
          }
      }
      return BatchAnswer(verdicts)
    }
  }

  /// Returns the objects that the server has; none if its folder is this machine's.
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

  /// Hashes the objects on the server if it has a program for that; damaged ones are set aside.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> {
    var damaged: Set<ContentID> = []
    for start in stride(from: 0, to: pointers.count, by: limits.batch) {
      let part = Array(pointers[start..<min(start + limits.batch, pointers.count)])
      // If the server cannot be asked, no object counts as undamaged.
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

  /// Runs the script; the body starts after its greeting.
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

  /// The error of a connection that broke during the transfer.
  static let cut = TransferFault.offline("the connection to the server broke")
}

extension ServerProgram {
  /// Runs a command line and reads its output.
  ///
  /// - Parameter body: returns nil if the output is not that of the expected program.
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
    // For a broken connection, ssh's own message says more.
    case .success((.failure(.offline), let end)) where end.status == 255:
      return .failure(.offline("\(host): \(end.line)"))
    case .success((.failure(let fault), _)): return .failure(fault)
    case .success((nil, let end)):
      if end.status == 255 { return .failure(.offline("\(host): \(end.line)")) }
      return .failure(
        .refused(
          code: 501,
          message: "\(host) cannot store large files (\(end.line)); set lfs.url to an object server"))
    }
  }
}

/// A temporary file among the objects here; a server that finds its name uses this very folder.
struct Probe: ~Copyable {
  /// A name that no file has.
  static let unused = "stet-probe"

  /// The file's name; `unused` if no file could be created.
  let name: String
  private let path: String?

  private init(_ name: String, _ path: String?) {
    self.name = name
    self.path = path
  }

  /// Creates a file that is deleted with this value.
  static func make(in folder: ObjectFolder) async -> Probe {
    let made = await DiskQueue.run { () throws(ObjectFolderError) -> String in
      try folder.makeFolder("\(folder.path)/objects")
      let name = "stet-probe-\(UInt64.random(in: .min ... .max))"
      _ = try OpenFile("\(folder.path)/objects/\(name)", O_RDWR | O_CREAT | O_EXCL)
      return name
    }
    guard let name = try? made.get() else { return Probe(unused, nil) }
    return Probe(name, "\(folder.path)/objects/\(name)")
  }

  deinit {
    if let path { unlink(path) }
  }
}

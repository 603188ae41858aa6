package import WorkspaceAPI
internal import Coordination
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension Workspace {
  /// How long a write waits for a save or a git command to end, nanoseconds.
  private static let patience: Int64 = 2_200_000_000

  /// A write that was done, and what of its call was ended with it.
  private struct Written {
    var receipt: WriteReceipt
    var closed: ClosedCall?
  }

  /// One change through the door; answered when durable.
  package func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt {
    guard let step = request.step else { return try await record(request).receipt }
    if let before = try await begin(with: step, of: request.caller) {
      var receipt = before.receipt ?? WriteReceipt(path: request.path, token: nil, commit: nil)
      receipt.call = CallReport(
        earlier: CallReport.Earlier(answer: before.answer, age: before.age, isWritten: before.receipt != nil))
      return receipt
    }
    var written = try await record(request)
    let paths = [request.path, request.action.audited.other].compactMap(\.self)
    written.receipt.call = await end(with: step, of: request.caller, paths: paths, closed: written.closed)
    return written.receipt
  }

  /// Makes a change and puts it on record.
  private func record(_ request: WriteRequest) async throws(VerbError) -> Written {
    let (act, other) = request.action.audited
    return try await audited(
      act, request.caller, request.path, other: other, version: \.receipt.token,
      isCommitted: { $0.receipt.commit != nil }, isNoted: { $0.closed != nil }
    ) { () async throws(VerbError) in try await perform(request) }
  }

  private func perform(_ request: WriteRequest) async throws(VerbError) -> Written {
    let path = try await place(request.path)
    let write = await appending(try await self.write(of: request, at: path), by: request.caller)
    if case .delete = write.action, request.caller.agent != nil { try await checkDeletions(1) }
    // Nobody waits for a claim to be refused in the end.
    try await permit(afterLooking: write, request)
    let written = try await claims.during(write.claimed, by: request.caller, number: request.claim) {
      hasWaited async throws(VerbError) in
      if hasWaited { try await permit(afterLooking: write, request) }
      return try await perform(write, request)
    }
    if case .move(let target) = write.action {
      claims.noteMove(from: path, to: target)
      // The tip has no commit of a held file's move.
      await queue.noteRename(PathRename(from: path.string, to: target.string))
    }
    return written
  }

  private func permit(afterLooking write: Write, _ request: WriteRequest) async throws(VerbError) {
    // What is in a folder that is moved must be known first.
    if case .move = write.action { await queue.scanFolder(write.path) }
    try await permit(write, request)
  }

  private func perform(_ asked: Write, _ request: WriteRequest) async throws(VerbError) -> Written {
    var write = asked
    let path = write.path
    let deadline = time.now().monotonic + Self.patience
    while true {
      let (outcome, closed) = await queue.submit(write, closing: closing(of: request))
      switch outcome {
      case .done(let result):
        if path.string == PolicyBook.file, request.caller.agent == nil {
          await judgePolicy(writtenBy: request, result)
        }
        return Written(receipt: receipt(of: result, write, request), closed: closed)
      case .refused(.beingSaved):
        let now = time.now().monotonic
        guard now < deadline else { throw VerbError(.beingSaved, path: path.string) }
        // A name that is still missing after two seconds was deleted (rule 4): the last try says so.
        write.believesDeletion = deadline - now < 250_000_000
        do { try await Task.sleep(nanoseconds: 50_000_000) } catch { throw VerbError(.beingSaved, path: path.string) }
      case .refused(let refusal): throw await explained(refusal, request, path)
      }
    }
  }

  /// What a write that was done is answered with; the writer knows what stands there from now on.
  func receipt(of result: WriteResult, _ write: Write, _ request: WriteRequest) -> WriteReceipt {
    var standing = request.path
    if case .move(let target) = request.action { standing = target }
    if let session = request.caller.readingSession, let written = try? WorkspacePath(standing) {
      served.noteWritten(result.token, of: written, by: session, knowledge(of: result, write, request))
    }
    var receipt = WriteReceipt(
      path: standing, token: result.token, commit: result.commit, merged: result.isMerged,
      unchanged: result.isUnchanged, held: result.held?.description)
    if result.headLines > 0 { receipt.headLines = result.headLines }
    calls.wrote(receipt, request.caller, at: time.now().monotonic)
    return receipt
  }

  /// What a session knows of what its write led to.
  private func knowledge(
    of result: WriteResult, _ write: Write, _ request: WriteRequest
  ) -> ServedVersions.Written {
    // Who makes a file knows all of it, whichever tool it is.
    guard let over = result.before else { return .whole }
    if result.isMerged { return .merged }
    // A whole text that is appended comes behind what stands there then.
    if case .append = write.action { return .changed(over: over, at: write.path) }
    return request.replacesWhole ? .whole : .changed(over: over, at: write.path)
  }

  /// The write that a request means.
  func write(of request: WriteRequest, at path: WorkspacePath) async throws(VerbError) -> Write {
    if case .copy(let source, _) = request.action { try await permit(.read, try checked(source), request.caller) }
    var write = Write(
      path: path, action: .delete, base: try await base(of: request, at: path), origin: origin(of: request.caller))
    if case .copy(let source, let revision) = request.action {
      let version = try await version(of: try await place(source), in: revision, for: request.caller)
      write.action = version.action
      write.origin.restores = version.commit?.hex
      if let commit = version.commit, source == request.path {
        write.origin.subject = "Restore \(path.string) as of \(commit.hex.prefix(10))"
      }
      // What is brought back may be missing now.
      write.believesDeletion = version.commit != nil
    } else {
      write.action = try action(of: request.action)
      write.mode = try await mode(of: request)
    }
    write.keepsForm = request.keepsForm == true
    return write
  }

  private func mode(of request: WriteRequest) async throws(VerbError) -> FileMode? {
    if let isExecutable = request.isExecutable { return isExecutable ? .executable : .file }
    guard let other = request.modeOf else { return nil }
    return await queue.mode(of: try checked(other))
  }

  /// Stops an agent that is about to empty the folder, as a person is asked before such deletions are recorded.
  func checkDeletions(_ count: Int) async throws(VerbError) {
    guard count > 0, await queue.wouldEmpty(deleting: count) else { return }
    throw VerbError(
      .refused,
      "More than half of the files of the last ten minutes would be gone, so nothing more is deleted for you.",
      kept: "Nothing was changed.",
      next: "Ask the person, who can delete them; what was deleted before comes back with 'stet undo --session'.")
  }

  private func action(of action: WriteAction) throws(VerbError) -> Write.Action {
    switch action {
    case .put(let bytes): return .put(bytes)
    case .append(let bytes): return .append(bytes)
    case .edit(let old, let new, let everywhere):
      guard !old.isEmpty else {
        throw VerbError(.usage, "The text to replace is empty.", next: "Name the text that stands there now.")
      }
      return .edit(old: old, new: new, everywhere: everywhere)
    case .delete, .copy: return .delete
    case .move(let target): return .move(to: try checked(target))
    }
  }

  private func base(of request: WriteRequest, at path: WorkspacePath) async throws(VerbError) -> WriteBase {
    if let token = request.token, token != .zero {
      // What is protected is refused as such, whatever the token.
      if request.caller.agent != nil { try await permitProtected(path, request.caller) }
      try await checkToken(token, of: path, for: request.caller)
    }
    try checkRead(request, path)
    if let token = request.token { return token == .zero ? .absent : .version(token) }
    guard request.caller.agent != nil else { return .current }
    switch request.action {
    case .put, .copy: break
    case .delete:
      // One who read it takes away what it read and nothing newer; a name may be taken away unread.
      let given = request.caller.readingSession.map { served.versions(of: path, to: $0) } ?? []
      guard let first = given.first else { return .current }
      let standing = given.count > 1 ? await queue.standing(at: path) : nil
      return .version(standing.flatMap { given.contains($0) ? $0 : nil } ?? first)
    case .append, .edit, .move: return .current
    }
    // An agent that replaces a file whole must know what it replaces: the one version it was ever given, or nothing
    // (review A8). A file that stands there all the same is answered with its text and token.
    guard let session = request.caller.readingSession, let only = served.onlyVersion(of: path, to: session) else {
      return .absent
    }
    return .version(only)
  }

  /// Refuses to replace, or to take away, a file of which the session read a part only.
  private func checkRead(_ request: WriteRequest, _ path: WorkspacePath) throws(VerbError) {
    guard let session = request.caller.readingSession, request.token != .zero, request.replacesWhole,
      served.isPart(request.token, of: path, session)
    else { return }
    throw VerbError(
      .refused, "Only a part of \(path.string) was read: the rest was not read, and would be gone.",
      kept: "The file is as it was.",
      next: "Read all of it and use the token you are given, or change the part that you read with an edit.",
      path: path.string, reason: VerbError.partToken)
  }

  /// The origin that a caller's changes get.
  func origin(of caller: Caller) -> WriteOrigin {
    let author: Author = caller.agent.map { .agent(name: $0, session: caller.session) } ?? .user
    var origin = WriteOrigin(author: author, model: caller.model, tool: caller.tool)
    // Only a session's calls are told apart from those of others.
    origin.call = caller.agent == nil || caller.session == nil ? nil : caller.call
    return origin
  }

  /// A checked path.
  func checked(_ text: String) throws(VerbError) -> WorkspacePath {
    do throws(WorkspacePathError) { return try WorkspacePath(text) } catch {
      throw VerbError(.usage, error.description, kept: "Nothing was changed.", path: text)
    }
  }

  /// A refusal with what a writer needs to go on: the present text, its token, and what changed since theirs.
  func explained(_ refusal: WriteRefusal, _ request: WriteRequest, _ path: WorkspacePath) async -> VerbError {
    var error = VerbError(refusal, path: path.string)
    // Who may write a file and not read it is shown nothing of it.
    guard await mayRead(path, request.caller) else {
      error.currentToken = nil
      return error
    }
    switch refusal {
    case .stale(let base, let current):
      error.diff = await difference(from: base, to: current, of: path)
      await addCurrent(current, to: &error, path, request.caller)
    case .exists(let target) where target == path:
      let standing = await queue.standing(at: path)
      await addCurrent(standing, to: &error, path, request.caller)
    default: break
    }
    return error
  }

  private func addCurrent(
    _ token: ObjectID?, to error: inout VerbError, _ path: WorkspacePath, _ caller: Caller
  ) async {
    error.currentToken = token
    // A pointer's text is nobody's content.
    guard let token, await !queue.isPointer(token, at: path), let bytes = await queue.content(of: token),
      bytes.count <= 1_000_000
    else { return }
    error.currentContent = String(validating: bytes, as: UTF8.self)
    if let text = error.currentContent, let session = caller.readingSession {
      // An agent's door shows it the beginning of a long text.
      let excerpt = LineExcerpt.take(nil, of: text, longest: LineExcerpt.usual).excerpt
      served.note(token, of: path, to: session, excerpt.map { ServedVersions.Extent($0) } ?? .shown)
    }
  }

  private func difference(from base: ObjectID?, to current: ObjectID?, of path: WorkspacePath) async -> String? {
    guard let base, let current else { return nil }
    for version in [base, current] where await queue.isPointer(version, at: path) { return nil }
    guard let output = try? await git.run(["diff", "--no-color", "--no-ext-diff", base.hex, current.hex]) else {
      return nil
    }
    // The header names blobs, since git compares two of them; the reader knows the file.
    let text = String(decoding: output, as: UTF8.self)
    let end = text.firstRange(of: "\n@@")?.lowerBound ?? text.endIndex
    let header = String(text[..<end]).replacing("a/\(base.hex)", with: "a/\(path.string)")
      .replacing("b/\(current.hex)", with: "b/\(path.string)")
    return header + String(text[end...])
  }
}

extension Write {
  /// What it claims while it is carried out.
  var claimed: [ClaimItem] {
    switch action {
    case .put, .place, .append, .edit: [ClaimItem(path, .writing)]
    case .delete: [ClaimItem(path, .deleting)]
    case .move(let target): [ClaimItem(path, .moving), ClaimItem(target, .replacing)]
    }
  }
}

internal import Documents
internal import FolderKeeping
internal import GitObjects
internal import LargeFiles
internal import Merge
internal import Permissions
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Carries out the writes of people and agents.
struct WriteDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// The claims that writes wait for.
  let claims: ClaimDesk
  let permissions: AgentPermissions
  /// The calls of agents' sessions.
  let sessions: SessionDesk
  /// The versions that agents received.
  let tokens: TokenDesk
  /// Finds names of files in commits.
  let revisions: RevisionReader
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Checks that a caller is the person.
  let person: PersonCheck
  /// Explains refused writes.
  let refusals: RefusedWrites
  /// The clock.
  let time: any TimeSource

  /// The check that an agent read the text that it replaces.
  var proof: ReadProof { ReadProof(keeper: keeper, tokens: tokens, refusals: refusals) }

  /// The result of a write, with the end of its call if the keeper ended it in the same turn.
  private struct Written {
    var receipt: WriteReceipt
    var closed: ClosedCall?
  }

  /// Carries out one change and returns when it is durable.
  func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt {
    guard let step = request.step else { return try await record(request).receipt }
    if let before = try await sessions.begin(with: step, of: request.caller) {
      var receipt = before.receipt ?? WriteReceipt(path: request.path, token: nil, commit: nil)
      receipt.call = CallReport(
        earlier: CallReport.Earlier(answer: before.answer, age: before.age, isWritten: before.receipt != nil))
      return receipt
    }
    var written = try await record(request)
    let paths = [request.path, request.action.audited.other].compactMap(\.self)
    written.receipt.call = await sessions.end(with: step, of: request.caller, paths: paths, closed: written.closed)
    return written.receipt
  }

  /// Carries out a change and adds it to the audit log.
  private func record(_ request: WriteRequest) async throws(VerbError) -> Written {
    let (act, other) = request.action.audited
    return try await audit.audited(
      act, request.caller, request.path, other: other, version: \.receipt.token,
      isCommitted: { $0.receipt.commit != nil }, isNoted: { $0.closed != nil }
    ) { () async throws(VerbError) in try await perform(request) }
  }

  private func perform(_ request: WriteRequest) async throws(VerbError) -> Written {
    let path = try await FollowedPaths(keeper: keeper).path(request.path)
    if case .move(let target) = request.action {
      // Before the policy's check: it judges the files of the folder, and those of another repository are none.
      try await FollowedPaths(keeper: keeper).checkMovable(path)
      let target = try await FollowedPaths(keeper: keeper).path(target)
      guard !target.string.utf8.starts(with: (path.string + "/").utf8) else {
        throw VerbError(
          .usage, "\(path.string) cannot be moved into itself, as \(target.string).", kept: "Nothing was changed.",
          next: "Name a place outside of it.", path: path.string)
      }
    }
    let write = await appending(try await self.write(of: request, at: path), by: request.caller)
    if case .delete = write.action { try await permissions.permitDeletions(1, request.caller) }
    // Checked first, so that no caller waits for a claim only to be refused.
    try await permit(afterLooking: write, request)
    try await proof.check([(request, write)])
    let written = try await claims.during(write.claimed, by: request.caller, number: request.claim) {
      hasWaited async throws(VerbError) in
      if hasWaited { try await permit(afterLooking: write, request) }
      return try await perform(write, request)
    }
    if case .move(let target) = write.action {
      claims.noteMove(from: path, to: target)
      // The tip has no commit for the move of a held file.
      await keeper.run { $0.rules.names.noteRename(PathRename(from: path.string, to: target.string)) }
    }
    return written
  }

  private func permit(afterLooking write: Write, _ request: WriteRequest) async throws(VerbError) {
    // The content of a moved folder must be known for the check.
    if case .move = write.action { await keeper.run { $0.work.scanner.scanFolder(write.path) } }
    try await permissions.permit(write, request)
  }

  private func perform(_ asked: Write, _ request: WriteRequest) async throws(VerbError) -> Written {
    var write = asked
    let path = write.path
    var attempts = WriteAttempts(keeper: keeper, time: time)
    while true {
      attempts.begin()
      let (outcome, closed) = await keeper.submit(write, closing: sessions.closing(of: request))
      switch outcome {
      case .done(let result):
        if path.string == Policy.file, request.caller.agent == nil {
          await judgePolicy(writtenBy: request, result)
        }
        return Written(receipt: receipt(of: result, write, request), closed: closed)
      case .refused(.beingSaved):
        guard await attempts.next() else { throw VerbError(.beingSaved, path: path.string) }
        write.believesDeletion = write.believesDeletion || attempts.believesDeletion
      case .refused(let refusal): throw await refusals.error(refusal, request, path)
      }
    }
  }

  /// Returns the receipt of a durable write and records that the writer knows the new version.
  func receipt(of result: WriteResult, _ write: Write, _ request: WriteRequest) -> WriteReceipt {
    var path = request.path
    if case .move(let target) = request.action { path = target }
    if let written = try? WorkspacePath(path) { tokens.note(result, of: write, at: written, request) }
    var receipt = WriteReceipt(
      path: path, token: result.token, commit: result.commit, merged: result.isMerged,
      unchanged: result.isUnchanged, held: result.held?.description)
    if result.headLines > 0 { receipt.headLines = result.headLines }
    sessions.wrote(receipt, request.caller)
    return receipt
  }

  /// Returns the write for a request.
  func write(of request: WriteRequest, at path: WorkspacePath) async throws(VerbError) -> Write {
    if case .copy(let source, _) = request.action {
      try await permissions.permit(.read, try WorkspacePath(checking: source), request.caller)
    }
    var write = Write(
      path: path, action: .delete, base: try await tokens.base(of: request, at: path),
      origin: WriteOrigin(of: request.caller))
    if case .copy(let source, let revision) = request.action {
      let version = try await version(
        of: try await FollowedPaths(keeper: keeper).path(source), in: revision, for: request.caller)
      write.action = version.action
      write.origin.restores = version.commit?.hex
      if let commit = version.commit, source == request.path {
        write.origin.subject = "Restore \(path.string) as of \(commit.hex.prefix(10))"
      }
      // The file to restore may be missing now.
      write.believesDeletion = version.commit != nil
    } else {
      write.action = try action(of: request.action)
      // The file would have the content that the pointer stands for, which the agent perhaps may not read.
      if request.caller.agent != nil, case .put(let bytes) = write.action, PointerReading(bytes).pointer != nil {
        throw VerbError(.pointerText, path: path.string)
      }
      write.mode = try await mode(of: request)
    }
    if request.caller.agent == nil, let person = request.person, person.utf8.count <= Caller.longestName {
      write.origin.person = Signature(line: "\(person) 0 +0000")
    }
    write.keepsForm = request.keepsForm == true
    write.lineMark = request.lineMark.map { Array($0.utf8) }
    return write
  }

  private func mode(of request: WriteRequest) async throws(VerbError) -> FileMode? {
    if let isExecutable = request.isExecutable { return isExecutable ? .executable : .file }
    guard let other = request.modeOf else { return nil }
    return await keeper.mode(of: try WorkspacePath(checking: other))
  }

  private func action(of action: WriteAction) throws(VerbError) -> Write.Action {
    switch action {
    case .put(let bytes): return .put(bytes)
    case .append(let bytes): return .append(bytes)
    case .edit(let old, let new, let everywhere):
      guard !old.isEmpty else {
        throw VerbError(.usage, "The text to replace is empty.", next: "Pass a text that the file contains.")
      }
      return .edit(old: old, new: new, everywhere: everywhere)
    case .delete, .copy: return .delete
    case .move(let target): return .move(to: try WorkspacePath(checking: target))
    }
  }

  /// Makes a folder and its parents unless it exists. git records no empty folders, so there is no commit before the
  /// folder has a file.
  func makeFolder(_ request: MakeFolderRequest) async throws(VerbError) {
    let path = try await FollowedPaths(keeper: keeper).path(request.path)
    try await audit.audited("folder", request.caller, request.path) { () async throws(VerbError) in
      try await permissions.permit(.write, path, request.caller)
      try await keeper.run { keeper throws(VerbError) in try keeper.records.files.makeFolder(path) }
    }
  }

  /// Checks the policy after a person's verb wrote it; a caller who is not proven to be the person accepts nothing.
  func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) async {
    // In quiet it is a save as by any program.
    var isPersons = person.isProven(request.caller)
    if !isPersons, request.caller.agent == nil { isPersons = await keeper.run { $0.rules.brackets.isQuiet } }
    guard isPersons else { return await keeper.judgePolicy() }
    await keeper.judgePolicy(writtenBy: request, result)
  }
}

extension Write {
  /// The items that are claimed during the write.
  var claimed: [ClaimItem] {
    switch action {
    case .put, .place, .append, .edit: [ClaimItem(path, .writing)]
    case .delete: [ClaimItem(path, .deleting)]
    case .move(let target): [ClaimItem(path, .moving), ClaimItem(target, .replacing)]
    }
  }
}

extension WriteOrigin {
  /// Makes the origin for a caller's changes.
  init(of caller: Caller) {
    let author: Author = caller.agent.map { .agent(name: $0, session: caller.session) } ?? .user
    self.init(author: author, model: caller.model, tool: caller.tool)
    // Call ids are unique only within a session.
    call = caller.agent == nil || caller.session == nil ? nil : caller.call
  }
}

internal import ArgumentParser
internal import WorkspaceAPI

/// `stet undo`: undoes a change, without later changes of others.
struct UndoCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back a change, and leave what others wrote since.",
    discussion: """
      Without arguments: your own newest change that was not taken back yet; once
      more, the one before it. With an id: that operation of `stet log
      --operations`, or that commit of `stet log`. With --session: all that an
      agent's session did.

      The deletion of a file that Stet keeps on this computer only is a change too:
      the file comes back as it was recorded last.

      Only that change is taken back: later changes elsewhere stay. Later changes to
      the same lines stay, too; the answer names them and what you can do. An undo is
      a change like any: it has an id of its own, by which it can be undone, and it
      reaches your other machines.

      EXAMPLES
        stet undo                      take back what you did last
        stet log --operations          find what was done, with ids
        stet undo 1f0c2d7a             take one of these back
        stet undo --session 42         take back all of a session

      EXIT CODE 3: nothing could be taken back, since all of it was changed again.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The operation or commit to take back.") var id: String?
  @Option(
    help: ArgumentHelp("Take back all of this agent session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(help: ArgumentHelp("Of a merge: take back what came from there.", valueName: "machine or commit"))
  var from: String?
  @Option(
    help: ArgumentHelp("The agent that does this; without it, you do.", valueName: "name"),
    completion: CompletionWords.agents)
  var agent: String?
  @Option(help: ArgumentHelp("The agent's model, for the record.", valueName: "name")) var model: String?
  @OptionGroup var output: OutputOptions

  /// Refuses two targets, `--from` without an id, and an empty agent name.
  func validate() throws {
    if id != nil && session != nil && agent == nil {
      throw ValidationError("Name an operation, a commit or a session, not two.")
    }
    if from != nil && id == nil { throw ValidationError("--from needs the id of a merge.") }
    if agent?.isEmpty == true { throw ValidationError("--agent must not be empty.") }
  }

  /// Undoes the change; returns the status of a question if nothing could be undone, because others changed the same
  /// places since.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.open().verbs
    let caller = Caller(agent: agent, session: agent == nil ? nil : session, model: model, tool: "stet undo")
    let receipt = try await verbs.call(
      UndoRequest(
        target: id, session: id == nil ? session : nil, from: from, caller: caller, claim: try context.claim()))
    context.show(receipt) { RestoreText.text($0, done: "Took back", $1) }
    return receipt.commit == nil && receipt.paths.isEmpty && !receipt.kept.isEmpty ? .question : .done
  }
}

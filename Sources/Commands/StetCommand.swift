package import ArgumentParser

/// `stet`: the options of all commands, and their list.
package struct StetCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "stet",
    abstract: "A folder that people and AI agents write together.",
    discussion: """
      Save files in the folder with any program: each save is recorded as a git
      commit by its true author and exchanged with your other machines. Nothing that
      was saved is lost.

      FIRST STEPS
        stet init ~/Stet                make a workspace
        stet -C ~/Stet start            record what is saved there
        stet -C ~/Stet log              who changed what

      Commands find the workspace upward from the folder you are in; -C names
      another. All take --json, and `stet COMMAND --help` explains each. Shell
      completions: `stet --generate-completion-script bash` (zsh, fish).

      EXIT CODES
        0  done
        1  failed
        2  the command line is wrong
        3  you must decide: the file changed meanwhile, or a question is open
        4  the remote cannot be reached
      """,
    version: "stet \(StetProgram.version)",
    subcommands: [DaemonCommand.self, MergeTreeCommand.self, ManualCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Set up",
        subcommands: [
          InitCommand.self, CloneCommand.self, StartCommand.self, StopCommand.self, StatusCommand.self,
          DoctorCommand.self,
        ]),
      CommandGroup(
        name: "Read",
        subcommands: [
          ReadCommand.self, ListCommand.self, SearchCommand.self, QueryCommand.self, FeedCommand.self,
          WatchCommand.self,
        ]),
      CommandGroup(
        name: "Write",
        subcommands: [
          WriteCommand.self, AppendCommand.self, EditCommand.self, MoveCommand.self, DeleteCommand.self,
          HookCommand.self,
        ]),
      CommandGroup(
        name: "Large files",
        subcommands: [DownloadCommand.self, EvictCommand.self, PinCommand.self, UnpinCommand.self]),
      CommandGroup(
        name: "Agents",
        subcommands: [
          MCPCommand.self, PolicyCommand.self, AuditCommand.self, ConnectCommand.self, ProviderCommand.self,
        ]),
      CommandGroup(name: "Abilities", subcommands: [AbilityCommand.self, SourceCommand.self]),
      CommandGroup(
        name: "Runs", subcommands: [RunCommand.self, SessionCommand.self, QueueCommand.self, CostCommand.self]),
      CommandGroup(
        name: "History",
        subcommands: [
          LogCommand.self, BlameCommand.self, ProvenanceCommand.self, DiffCommand.self, SessionsCommand.self,
          ActivityCommand.self, RestoreCommand.self, UndoCommand.self, ReapplyCommand.self,
        ]),
      CommandGroup(
        name: "Together",
        subcommands: [
          SyncCommand.self, QuestionsCommand.self, ConflictsCommand.self, ResolveCommand.self, CoordinateCommand.self,
          MergeDriverCommand.self,
        ]),
    ])

  @Option(
    name: .customShort("C"), help: ArgumentHelp("Work in this folder instead of the one you are in.", valueName: "dir"),
    completion: .directory)
  /// The folder of the workspace; nil for the current one.
  package var directory: String?

  /// Creates a value whose properties the parser sets.
  package init() {}
}

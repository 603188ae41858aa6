package import ArgumentParser
package import WorkspaceAPI

/// A command: its options and arguments, and its function.
package protocol StetSubcommand: AsyncParsableCommand {
  /// The program's own options, such as `-C`.
  var stet: StetCommand { get }
  /// The options for printing.
  var output: OutputOptions { get }
  /// Carries out the command.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus
}

/// The exit codes that other programs rely on.
package enum CommandStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The command succeeded.
  case done = 0
  /// The command failed.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  /// A person must decide first: the file changed meanwhile, or a question is open.
  case question = 3
  /// The remote cannot be reached.
  case offline = 4
  /// SIGHUP cancelled a call of a model.
  case hungUp = 129
  /// SIGINT cancelled a call of a model.
  case interrupted = 130
  /// The reader of standard output left, as SIGPIPE reports it, which cancelled a call of a model.
  case unread = 141
  /// SIGTERM cancelled a call of a model.
  case terminated = 143

  /// Whether a signal cancelled the work.
  var isOfSignal: Bool { rawValue > 128 }
}

package import GitObjects
package import WorkTree

/// The time in which an agent's own tool may write files by itself: from its hook before the tool to the one after. The
/// whole run of a headless agent under a session is one as well.
package struct Bracket: Hashable, Sendable {
  /// The id of the call, which the later hook repeats.
  package var id: String
  /// The origin of its changes.
  package var origin: WriteOrigin
  package var session: String
  /// The files that the tool names.
  package var paths: Set<WorkspacePath>
  /// The text that the tool gives each of these files. A file with another text was not written by the tool: the first
  /// hook runs before the person is asked whether the tool may run, and the person may save meanwhile.
  package var text: ToolText
  /// The files whose text was found to be the tool's.
  package var written: Set<WorkspacePath> = []
  /// Whether the tool runs a command, which may write any file.
  package var isCommand: Bool
  /// The command's text; empty if unknown.
  package var command: String
  /// The program that runs a headless agent under a session, if the bracket is such a run.
  package var runner: LeftProgram?
  /// Whether hooks report the tools of a run's agent: then the agent changes files only while a tool is open.
  package var isHooked = false
  /// The files that a program was writing when the run began: their changes may be that program's.
  package var unfinished: Set<WorkspacePath> = []
  /// The reason for which a change during the bracket is never surely the agent's.
  package var doubt = Doubt.none
  /// The latest end of the bracket, monotonic nanoseconds: the later hook may never run.
  package var end: Int64

  package init(
    id: String, origin: WriteOrigin, session: String, paths: Set<WorkspacePath>, text: ToolText = ToolText(),
    isCommand: Bool, command: String = "", end: Int64
  ) {
    self.id = id
    self.origin = origin
    self.session = session
    self.paths = paths
    self.text = text
    self.isCommand = isCommand
    self.command = command
    self.end = end
  }

  /// The reason for which a change during a bracket is never surely the agent's.
  package enum Doubt: Hashable, Sendable {
    /// There is none: the evidence decides.
    case none
    /// Saves from before its begin at this time, monotonic nanoseconds, could not be recorded. For a run the next
    /// recording of all files ends the doubt. A tool keeps it to its end, which comes soon.
    case earlierSaves(Int64)
    /// Its end was reported at this time, monotonic nanoseconds, although its changes could not be recorded. It ends
    /// with the next recording of all files.
    case over(Int64)
  }

  /// The time, monotonic nanoseconds, at which its end was reported although its changes could not be recorded; nil
  /// before.
  package var over: Int64? { if case .over(let time) = doubt { time } else { nil } }

  /// Whether the next recording of all files ends the bracket, or the doubt about it.
  var awaitsRecording: Bool {
    switch doubt {
    case .none: false
    case .earlierSaves: runner != nil
    case .over: true
    }
  }

  /// Returns whether the tool names a file: as one that it writes, or in its command.
  func names(_ path: WorkspacePath) -> Bool { paths.contains(path) || command.utf8.contains(path.name.utf8) }

  /// Returns whether the bracket has this id in this session.
  func has(_ id: String, of session: String) -> Bool { self.id == id && self.session == session }
}

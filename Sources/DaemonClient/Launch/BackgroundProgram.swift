internal import Glibc
package import WorkspaceAPI

/// A command of this program that continues when its starter ends.
package enum BackgroundProgram {
  /// Starts the command, without input and output.
  ///
  /// - Parameter arguments: the words of the command line after the program's name.
  /// - Returns: the process id.
  /// - Throws: `VerbError` if no process can be created.
  package static func start(
    _ arguments: [String], environment: [String: String], executable: String = "/proc/self/exe"
  ) throws(VerbError) -> Int32 {
    do {
      let process = try DetachedProcess(
        executable: executable, arguments: ["stet"] + arguments, environment: environment)
      close(process.report)
      return process.pid
    } catch {
      throw VerbError(.failed, "The command could not be started: \(error)")
    }
  }
}

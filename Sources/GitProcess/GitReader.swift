internal import Processes
package import WorkspaceAPI
internal import Subprocess
internal import SystemPackage

/// Runs stock git to query the recorded history: log, blame, diff.
///
/// The child processes have a closed standard input, no pager, no hooks and no optional locks, and do not read the
/// index.
package struct GitReader: Sendable {
  /// The workspace's folder.
  package let root: String
  /// The person's environment.
  package let environment: [String: String]
  /// A folder with further objects that git reads; nil for none.
  package var objects: String?
  /// Whether git runs with the lowest priority.
  package var isIdle = false
  /// The locale of git: with `C` its searches compare bytes, with `C.UTF-8` letters. Messages are English in both.
  package var locale = "C"

  /// Makes a reader of the repository in a folder.
  package init(root: String, environment: [String: String]) {
    self.root = root
    self.environment = environment
  }

  /// Runs git and returns its output.
  ///
  /// - Throws: `VerbError`, `.failed` with git's message if it ends with an error.
  package func run(_ arguments: [String]) async throws(VerbError) -> [UInt8] {
    let outcome: ExecutionResult<Void, BytesOutput, StringOutput<UTF8>>
    try Self.checkArguments(arguments)
    do {
      try ChildDescriptors.require()
      outcome = try await Subprocess.run(
        configuration(arguments), input: .none, output: .bytes(limit: 1 << 28), error: .string(limit: 1 << 16))
    } catch { throw Self.notRun(error) }
    try Self.check(outcome.terminationStatus, errors: outcome.standardError)
    return outcome.standardOutput
  }

  /// Runs git and passes on its output as it arrives; kills git as soon as `take` returns true.
  ///
  /// - Throws: `VerbError`, `.failed` with git's message if it ends with an error before that.
  package func run(_ arguments: [String], until take: ([UInt8]) async -> Bool) async throws(VerbError) {
    let outcome: ExecutionResult<Bool, SequenceOutput, StringOutput<UTF8>>
    try Self.checkArguments(arguments)
    do {
      try ChildDescriptors.require()
      outcome = try await Subprocess.run(
        configuration(arguments), input: .none, output: .sequence, error: .string(limit: 1 << 16)
      ) { execution in
        for try await buffer in execution.standardOutput
        where await take(buffer.withUnsafeBytes { Array($0) }) {
          try? execution.send(signal: .kill)
          return true
        }
        return false
      }
    } catch { throw Self.notRun(error) }
    if !outcome.closureResult { try Self.check(outcome.terminationStatus, errors: outcome.standardError) }
  }

  /// Runs git with an input in pieces; `wrote` receives the number of pieces written so far.
  ///
  /// - Throws: `VerbError`, `.failed` with git's message if it ends with an error.
  package func run(
    _ arguments: [String], input pieces: [[UInt8]], wrote: (Int) -> Void
  ) async throws(VerbError) {
    let outcome: ExecutionResult<Void, DiscardedOutput, StringOutput<UTF8>>
    try Self.checkArguments(arguments)
    do {
      try ChildDescriptors.require()
      outcome = try await Subprocess.run(
        configuration(arguments), input: .inputWriter, output: .discarded, error: .string(limit: 1 << 16)
      ) { execution in
        for (index, piece) in pieces.enumerated() {
          // A git that stopped reading reports the reason by its status.
          guard (try? await execution.standardInputWriter.write(piece)) != nil else { break }
          wrote(index + 1)
        }
        try? await execution.standardInputWriter.finish()
      }
    } catch { throw Self.notRun(error) }
    try Self.check(outcome.terminationStatus, errors: outcome.standardError)
  }

  /// Runs git with an input, and writes its output to a new file.
  ///
  /// - Throws: `VerbError`, `.failed` with git's message if it ends with an error, or the file cannot be created.
  package func run(_ arguments: [String], input: String, into file: String) async throws(VerbError) {
    let outcome: ExecutionResult<Void, FileDescriptorOutput, StringOutput<UTF8>>
    try Self.checkArguments(arguments)
    do {
      try ChildDescriptors.require()
      let output = try FileDescriptor.open(
        FilePath(file), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      outcome = try await Subprocess.run(
        configuration(arguments), input: .string(input),
        output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .string(limit: 1 << 16))
    } catch { throw Self.notRun(error) }
    try Self.check(outcome.terminationStatus, errors: outcome.standardError)
  }

  /// Refuses an argument with a NUL byte: git would take only what precedes it, which nobody checked.
  private static func checkArguments(_ arguments: [String]) throws(VerbError) {
    guard arguments.contains(where: { $0.utf8.contains(0) }) else { return }
    throw VerbError(.usage, "A name or revision contains a NUL byte.", kept: "Nothing was changed.")
  }

  private static func notRun(_ error: any Error) -> VerbError {
    VerbError(.failed, "git could not be run: \(error)", next: "check that git 2.39 or newer is installed")
  }

  private static func check(_ status: TerminationStatus, errors: String) throws(VerbError) {
    let number = status.shellStatus
    guard number != 0 else { return }
    throw VerbError(.failed, "git said: \(errors.split(separator: "\n").first.map(String.init) ?? "status \(number)")")
  }

  private func configuration(_ arguments: [String]) -> Configuration {
    var variables = environment.filter { !$0.key.hasPrefix("GIT_") }
    variables["GIT_DIR"] = root + "/.git"
    variables["GIT_WORK_TREE"] = root
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_PAGER"] = "cat"
    variables["LC_ALL"] = locale
    variables["LANGUAGE"] = nil
    if let objects {
      // In quotes, git takes a colon for a part of the name.
      let name = objects.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      variables["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = "\"\(name)\""
    }
    // The person's configuration must not change the output.
    let options = [
      "core.quotePath=false", "log.showSignature=false", "log.showRoot=true", "core.hooksPath=/dev/null",
      "blame.ignoreRevsFile=", "diff.noprefix=false", "diff.mnemonicPrefix=false", "color.ui=false",
      // Pointers of large files count as binary: neither their lines nor changes in them are shown.
      "diff.lfs.binary=true",
    ].flatMap { ["-c", $0] }
    let words = (isIdle ? ["-n", "19", "git"] : []) + options + arguments
    return Configuration(
      executable: ProgramSearch.executable(isIdle ? "nice" : "git", path: environment["PATH"]),
      arguments: Arguments(words), environment: .only(variables), workingDirectory: FilePath(root))
  }
}

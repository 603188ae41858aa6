internal import WorkspaceAPI
internal import Subprocess
internal import Sync
internal import SystemPackage

/// Asks stock git about recorded history: log, blame, difference (plain git does it, and well).
///
/// Children have a closed standard input, no pager, no hooks, no optional locks, and read no index.
struct GitReader: Sendable {
  /// The workspace's folder.
  let root: String
  /// The person's environment.
  let environment: [String: String]

  /// Runs git with arguments and answers what it printed.
  ///
  /// - Throws: `VerbError`, `.failed` with git's own words where it ends with an error.
  func run(_ arguments: [String]) async throws(VerbError) -> [UInt8] {
    let outcome: ExecutionResult<Void, BytesOutput, StringOutput<UTF8>>
    do {
      try ChildDescriptors.require()
      outcome = try await Subprocess.run(
        configuration(arguments), input: .none, output: .bytes(limit: 1 << 28), error: .string(limit: 1 << 16))
    } catch { throw Self.notRun(error) }
    try Self.check(outcome.terminationStatus, errors: outcome.standardError)
    return outcome.standardOutput
  }

  /// Runs git and hands on what it prints as it comes, until `take` answers that it has enough: git is ended then.
  ///
  /// - Throws: `VerbError`, `.failed` with git's own words where it ends with an error before that.
  func run(_ arguments: [String], until take: ([UInt8]) async -> Bool) async throws(VerbError) {
    let outcome: ExecutionResult<Bool, SequenceOutput, StringOutput<UTF8>>
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

  /// Runs git with an input that is written piece by piece; `wrote` takes how many pieces are written.
  ///
  /// - Throws: `VerbError`, `.failed` with git's own words where it ends with an error.
  func run(
    _ arguments: [String], input pieces: [[UInt8]], wrote: (Int) -> Void
  ) async throws(VerbError) {
    let outcome: ExecutionResult<Void, DiscardedOutput, StringOutput<UTF8>>
    do {
      try ChildDescriptors.require()
      outcome = try await Subprocess.run(
        configuration(arguments), input: .inputWriter, output: .discarded, error: .string(limit: 1 << 16)
      ) { execution in
        for (index, piece) in pieces.enumerated() {
          // A git that reads no more says why by its status.
          guard (try? await execution.standardInputWriter.write(piece)) != nil else { break }
          wrote(index + 1)
        }
        try? await execution.standardInputWriter.finish()
      }
    } catch { throw Self.notRun(error) }
    try Self.check(outcome.terminationStatus, errors: outcome.standardError)
  }

  private static func notRun(_ error: any Error) -> VerbError {
    VerbError(.failed, "git could not be run: \(error)", next: "check that git 2.39 or newer is installed")
  }

  private static func check(_ status: TerminationStatus, errors: String) throws(VerbError) {
    let number: Int32 =
      switch status {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    guard number != 0 else { return }
    throw VerbError(.failed, "git said: \(errors.split(separator: "\n").first.map(String.init) ?? "status \(number)")")
  }

  private func configuration(_ arguments: [String]) -> Configuration {
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment where !name.hasPrefix("GIT_") {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    variables["GIT_DIR"] = root + "/.git"
    variables["GIT_WORK_TREE"] = root
    variables["GIT_OPTIONAL_LOCKS"] = "0"
    variables["GIT_PAGER"] = "cat"
    variables["LC_ALL"] = "C"
    // What the person set for their own looking must not change what is read here.
    let options = [
      "core.quotePath=false", "log.showSignature=false", "log.showRoot=true", "core.hooksPath=/dev/null",
      "blame.ignoreRevsFile=", "diff.noprefix=false", "diff.mnemonicPrefix=false", "color.ui=false",
      // The text of a pointer is nobody's: neither its lines nor what changed in them are shown.
      "diff.lfs.binary=true",
    ].flatMap { ["-c", $0] }
    return Configuration(
      executable: ProgramSearch.executable("git", path: environment["PATH"]), arguments: Arguments(options + arguments),
      environment: .custom(variables), workingDirectory: FilePath(root))
  }
}

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
    let outcome: (status: Int32, output: [UInt8], errors: String)
    do { outcome = try await start(arguments) } catch {
      throw VerbError(.failed, "git could not be run: \(error)", next: "check that git 2.39 or newer is installed")
    }
    guard outcome.status == 0 else {
      let words = outcome.errors.split(separator: "\n").first.map(String.init) ?? "status \(outcome.status)"
      throw VerbError(.failed, "git said: \(words)")
    }
    return outcome.output
  }

  private func start(_ arguments: [String]) async throws -> (status: Int32, output: [UInt8], errors: String) {
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
    let result = try await Subprocess.run(
      ProgramSearch.executable("git", path: environment["PATH"]), arguments: Arguments(options + arguments),
      environment: .custom(variables), workingDirectory: FilePath(root), input: .none, output: .bytes(limit: 1 << 28),
      error: .string(limit: 1 << 16))
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return (status, result.standardOutput, result.standardError)
  }
}

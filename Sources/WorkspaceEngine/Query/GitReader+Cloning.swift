internal import Processes
internal import WorkspaceAPI
internal import Subprocess
internal import GitObjects
internal import GitProcess
internal import Sync
internal import SystemPackage

extension GitReader {
  /// Clones a remote's branch into a missing or empty folder without checking out files; with the person's own ssh and
  /// credentials.
  ///
  /// git converts no line endings in the new repository, whatever the person's own configuration says: a converted file
  /// would look edited.
  ///
  /// - Parameters:
  ///   - place: the folder; nil for the reader's own.
  ///   - setting: a line for the new repository's configuration.
  ///   - tell: receives the progress of the fetch; nil to run git quietly.
  /// - Throws: `VerbError`: `.offline` if git fails, as when the remote cannot be reached; `.failed` if git cannot be
  ///   run.
  func clone(
    _ url: String, branch: String, into place: String? = nil, noting setting: String? = nil,
    tell: (@Sendable (SetUpProgress) -> Void)? = nil
  ) async throws(VerbError) {
    let settings = ["core.autocrlf=false", "core.eol=lf"] + (setting.map { [$0] } ?? [])
    let options = [tell == nil ? "--quiet" : "--progress"] + settings.flatMap { ["--config", $0] }
    _ = try await ask(
      url, failing: "\(url) could not be cloned",
      ["clone", "--no-checkout", "--no-tags", "--origin", "origin", "--branch", branch] + options
        + ["--", url, place ?? root]
    ) { line in
      if let tell, let progress = SetUpProgress(git: line) { tell(progress) }
    }
  }

  /// Checks out the files of the index that are missing in the folder, large files as placeholders; changes no other
  /// file.
  ///
  /// The person's own attributes and settings change no bytes. Stock git-lfs would download all contents here, one after
  /// the other, and a missing content would end the clone.
  ///
  /// - Parameter tell: receives the number of files that git has received; nil for no progress.
  /// - Throws: `VerbError` with git's message.
  func checkOutMissing(tell: (@Sendable (SetUpProgress) -> Void)? = nil) async throws(VerbError) {
    let settings = [
      "filter.lfs.process=", "filter.lfs.smudge=", "filter.lfs.required=false", "core.attributesFile=/dev/null",
      "core.symlinks=true",
    ]
    let names = try await run(["ls-files", "--deleted", "-z"]).split(separator: 0)
    let pieces = stride(from: 0, to: names.count, by: Self.piece).map { start in
      Array(names[start..<min(start + Self.piece, names.count)].joined(separator: [0])) + [0]
    }
    do throws(VerbError) {
      try await run(
        settings.flatMap { ["-c", $0] } + ["checkout-index", "--index", "--quiet", "-z", "--stdin"],
        input: pieces
      ) { written in tell?(.writing(files: min(written * Self.piece, names.count), of: names.count)) }
    } catch {
      // git also fails for a file that another program created meanwhile; the checkout is complete if no file is
      // missing.
      guard try await run(["ls-files", "--deleted", "-z"]).isEmpty else { throw error }
    }
  }

  /// The number of names that git receives at a time.
  private static let piece = 200

  /// Deletes the local branch, so that the first exchange writes the files.
  ///
  /// - Throws: `VerbError` if git cannot change the reference.
  func leaveToExchange(_ branch: String) async throws(VerbError) {
    _ = try await run(["update-ref", "-d", "refs/heads/" + branch])
  }

  /// Returns the branches of a remote.
  ///
  /// - Throws: `VerbError`: `.offline` if git fails, as when the remote cannot be reached; `.failed` if git cannot be
  ///   run.
  func branches(of url: String) async throws(VerbError) -> RemoteBranches {
    RemoteBranches(
      listing: try await ask(
        url, failing: "The branches of \(url) could not be listed",
        ["ls-remote", "--symref", "--", url, "HEAD", "refs/heads/*"]))
  }

  /// Returns the numbers of commits and changed files in the recorded tip that the last fetched commit of the remote's
  /// branch lacks.
  ///
  /// - Throws: `VerbError` if either reference is missing.
  func unpublished(of branch: String) async throws(VerbError) -> (commits: Int, files: Int) {
    let seen = "refs/remotes/origin/" + branch
    let commits = try await run(["rev-list", "--count", "\(seen)..\(StetReference.tip)", "--"])
    let files = try await run(["diff", "--name-only", "-z", "--no-renames", seen, StetReference.tip, "--"])
    let count = Int(String(decoding: commits, as: UTF8.self).prefix { $0 != "\n" }) ?? 0
    return (count, files.count { $0 == 0 })
  }

  /// Adds the remote `origin`, or changes its address.
  ///
  /// - Throws: `VerbError` if git cannot change its configuration.
  func join(_ url: String) async throws(VerbError) {
    let known = try? await run(["remote", "get-url", "origin"])
    _ = try await run(["remote", known == nil ? "add" : "set-url", "origin", url])
  }

  /// Returns the branch with which a folder begins after it got the remote `origin`.
  ///
  /// The result is nil if the remote does not answer within 10 s or requires a password: the folder is set up without
  /// it then.
  func beginning(runtimeDirectory: String?) async -> RemoteBranches.Beginning? {
    let setting = GitSetting(
      gitDirectory: FilePath(root + "/.git"), environment: environment, runtimeDirectory: runtimeDirectory,
      deadline: ChildDeadline(stall: .seconds(10), answer: .seconds(10)))
    guard let own = try? await setting.readRemote().setting,
      let listing = try? await own.child(["ls-remote", "--symref", "origin", "HEAD", "refs/heads/*"])
        .run(deadline: own.deadline), listing.status == 0
    else { return nil }
    return RemoteBranches(listing: listing.output).beginning
  }

  /// Sets the branch before its first commit.
  ///
  /// - Throws: `VerbError` if the name is invalid for a branch.
  func begin(with branch: String) async throws(VerbError) {
    _ = try await run(["symbolic-ref", "HEAD", "refs/heads/" + branch])
  }

  /// Records in git's configuration that the remote had no branch when the folder joined it.
  ///
  /// - Throws: `VerbError` if git cannot change its configuration.
  func noteJoinedEmpty(_ url: String) async throws(VerbError) {
    _ = try await run(["config", Self.joinedEmpty, url])
  }

  /// Returns whether the remote had no branch when the folder joined it and still has the same address.
  func joinedEmptyRemote() async -> Bool {
    guard let noted = try? await run(["config", "--get", Self.joinedEmpty]) else { return false }
    return noted == (try? await run(["config", "--get", "remote.origin.url"]))
  }

  /// The setting with the address of the remote that had no branch.
  private static let joinedEmpty = "stet.joinedEmpty"

  /// Runs git without a repository and returns its output.
  ///
  /// - Parameters:
  ///   - failure: what fails if git does, in words.
  ///   - hear: receives each line of git's standard error.
  private func ask(
    _ url: String, failing failure: String, _ arguments: [String], hear: (String) -> Void = { _ in }
  ) async throws(VerbError) -> String {
    var variables = environment
    // The current directory and the variables of a calling hook must have no effect: git would search a repository
    // there and fail at a broken one.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"] {
      variables[name] = nil
    }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["LC_ALL"] = "C"
    var words = ""
    do {
      try ChildDescriptors.require()
      let result = try await Subprocess.run(
        ProgramSearch.executable("git", path: environment["PATH"]),
        arguments: Arguments(["-c", "core.hooksPath=/dev/null"] + arguments), environment: .only(variables),
        workingDirectory: "/", input: .none, output: .string(limit: 1 << 24), error: .sequence
      ) { execution in
        var words = ""
        // Progress lines that git overwrites end with a carriage return.
        var line = ""
        for try await buffer in execution.standardError {
          for character in String(decoding: buffer.withUnsafeBytes { Array($0) }, as: UTF8.self) {
            guard character.isNewline else {
              line.append(character)
              continue
            }
            hear(line)
            if character != "\r" { words += line + "\n" }
            line = ""
          }
        }
        return words + line
      }
      if result.terminationStatus.isSuccess { return result.standardOutput }
      words = result.closureResult
    } catch { throw VerbError(.failed, "git could not be run: \(error)", next: "check that git is installed") }
    let line = words.split(separator: "\n").last { $0.hasPrefix("fatal:") }.map(String.init) ?? words
    throw VerbError(
      .offline, "\(failure): \(line)", kept: "Nothing was changed.",
      next: "Check the address, and that 'git ls-remote \(url)' works.")
  }
}

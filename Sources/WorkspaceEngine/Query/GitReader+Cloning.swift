internal import WorkspaceAPI
internal import Subprocess
internal import Sync
internal import SystemPackage

extension GitReader {
  /// Clones a remote's branch into a folder, which must be missing or empty; with the person's own ssh and credentials.
  /// No file is put there yet.
  ///
  /// - Parameters:
  ///   - place: the folder; nil for the reader's own.
  ///   - setting: a line for the new repository's configuration.
  ///   - tell: told how much is fetched; nil where nobody looks.
  /// - Throws: `VerbError`, `.offline` where the remote cannot be reached.
  func clone(
    _ url: String, branch: String, into place: String? = nil, noting setting: String? = nil,
    tell: (@Sendable (SetUpProgress) -> Void)? = nil
  ) async throws(VerbError) {
    let options = [tell == nil ? "--quiet" : "--progress"] + (setting.map { ["--config", $0] } ?? [])
    _ = try await ask(
      url,
      ["clone", "--no-checkout", "--no-tags", "--origin", "origin", "--branch", branch] + options
        + ["--", url, place ?? root]
    ) { line in
      if let tell, let progress = SetUpProgress(git: line) { tell(progress) }
    }
  }

  /// Puts the files into the folder that the index has and the folder lacks; large ones as placeholders. No other file
  /// is touched.
  ///
  /// Stock git-lfs would have each content come now, one after the other, and one that is nowhere would end the clone.
  ///
  /// - Parameter tell: told how many of them git was given; nil where nobody looks.
  /// - Throws: `VerbError` in git's own words where it cannot.
  func checkOutMissing(tell: (@Sendable (SetUpProgress) -> Void)? = nil) async throws(VerbError) {
    let placeholders = ["filter.lfs.process=", "filter.lfs.smudge=", "filter.lfs.required=false"]
    let names = try await run(["ls-files", "--deleted", "-z"]).split(separator: 0)
    let pieces = stride(from: 0, to: names.count, by: Self.piece).map { start in
      Array(names[start..<min(start + Self.piece, names.count)].joined(separator: [0])) + [0]
    }
    do throws(VerbError) {
      try await run(
        placeholders.flatMap { ["-c", $0] } + ["checkout-index", "--index", "--quiet", "-z", "--stdin"],
        input: pieces
      ) { written in tell?(.writing(files: min(written * Self.piece, names.count), of: names.count)) }
    } catch {
      // A file that somebody changed is one that it did not put there, too.
      guard try await run(["ls-files", "--deleted", "-z"]).isEmpty else { throw error }
    }
  }

  /// So many names are given to git at a time.
  private static let piece = 200

  /// Leaves the files to the first exchange: the branch has no commit here until then.
  ///
  /// - Throws: `VerbError` where git cannot change the reference.
  func leaveToExchange(_ branch: String) async throws(VerbError) {
    _ = try await run(["update-ref", "-d", "refs/heads/" + branch])
  }

  /// Which branches a remote has.
  ///
  /// - Throws: `VerbError`, `.offline` where the remote cannot be reached.
  func branches(of url: String) async throws(VerbError) -> RemoteBranches {
    RemoteBranches(listing: try await ask(url, ["ls-remote", "--symref", "--", url, "HEAD", "refs/heads/*"]))
  }

  /// How many commits and files the recorded tip has that the remote's branch had not, when git last asked it.
  ///
  /// - Throws: `VerbError` where either is not known.
  func unpublished(of branch: String) async throws(VerbError) -> (commits: Int, files: Int) {
    let seen = "refs/remotes/origin/" + branch
    let commits = try await run(["rev-list", "--count", "\(seen)..refs/stet/tip", "--"])
    let files = try await run(["diff", "--name-only", "-z", "--no-renames", seen, "refs/stet/tip", "--"])
    let count = Int(String(decoding: commits, as: UTF8.self).prefix { $0 != "\n" }) ?? 0
    return (count, files.count { $0 == 0 })
  }

  /// Makes the remote `origin`, or gives it another address.
  ///
  /// - Throws: `VerbError` where git cannot change its configuration.
  func join(_ url: String) async throws(VerbError) {
    let known = try? await run(["remote", "get-url", "origin"])
    _ = try await run(["remote", known == nil ? "add" : "set-url", "origin", url])
  }

  /// Where a folder begins that was joined to `origin`; nil where the remote does not answer soon, or only to somebody
  /// who is asked for a password: a folder is made without it, too.
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

  /// Names the branch that has no commit yet.
  ///
  /// - Throws: `VerbError` where that cannot be a branch's name.
  func begin(with branch: String) async throws(VerbError) {
    _ = try await run(["symbolic-ref", "HEAD", "refs/heads/" + branch])
  }

  /// Notes that the remote was without a branch when the folder was joined to it.
  ///
  /// - Throws: `VerbError` where git cannot change its configuration.
  func noteJoinedEmpty(_ url: String) async throws(VerbError) {
    _ = try await run(["config", Self.joinedEmpty, url])
  }

  /// Whether the remote was without a branch when it was joined, and is the same one still.
  func joinedEmptyRemote() async -> Bool {
    guard let noted = try? await run(["config", "--get", Self.joinedEmpty]) else { return false }
    return noted == (try? await run(["config", "--get", "remote.origin.url"]))
  }

  /// The address that had no branch, in git's configuration.
  private static let joinedEmpty = "stet.joinedEmpty"

  /// Runs git where there is no repository yet, and answers what it printed; `hear` takes each line of its other output.
  private func ask(
    _ url: String, _ arguments: [String], hear: (String) -> Void = { _ in }
  ) async throws(VerbError) -> String {
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    // Where the person stands, and what a hook may have set, is no matter of this: git would look for a repository there,
    // and end where it finds a broken one.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"] {
      variables[.init(stringLiteral: name)] = nil
    }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    variables["LC_ALL"] = "C"
    var words = ""
    do {
      try ChildDescriptors.require()
      let result = try await Subprocess.run(
        ProgramSearch.executable("git", path: environment["PATH"]),
        arguments: Arguments(["-c", "core.hooksPath=/dev/null"] + arguments), environment: .custom(variables),
        workingDirectory: "/", input: .none, output: .string(limit: 1 << 24), error: .sequence
      ) { execution in
        var words = ""
        // What git draws over again ends with a carriage return.
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
      .offline, "\(url) could not be cloned: \(line)", kept: "Nothing was changed.",
      next: "Check the address, and that 'git ls-remote \(url)' works.")
  }
}

internal import FileSystem
internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import GitProcess
internal import Glibc
internal import Recording
internal import Threads
internal import WorkspaceAPI

/// A `stet clone` into a folder; repeating the command resumes a clone that was killed.
///
/// git clones into a temporary folder, whose repository is then renamed into the folder in one step. Until everything
/// is recorded, the repository's configuration contains the address. Until the files are checked out, a missing file
/// does not count as deleted.
struct CutOffClone: Sendable {
  /// The progress of a clone.
  enum Stage: Hashable, Sendable {
    /// The folder has at most an incomplete fetch.
    case nothing
    /// The fetch is complete; not all files of the branch are checked out.
    case fetched(branch: String)
    /// The files are checked out; they may have been edited since.
    case checkedOut
  }

  /// The temporary folder for git's fetch.
  private static let place = ".stet-cloning"
  /// The configuration key for the address of the running clone.
  private static let address = "stet.cloning"
  /// The configuration key for the end of the checkout.
  private static let checkedOut = "stet.checkedOut"

  /// The number of checks for a running git: about half a minute in all.
  private static let looks = 150

  /// Runs git in the folder.
  let git: GitReader

  private var root: String { git.root }

  /// Returns the progress of a clone of an address in this folder.
  ///
  /// - Throws: `VerbError`: `.usage` if the folder has any other content; `.failed` while git runs there.
  func stage(of url: String) async throws(VerbError) -> Stage {
    let names = try await names()
    if names.isEmpty { return .nothing }
    let isOurs = names == [Self.place]
    let address = names.contains(".git") ? await noted(Self.address) : nil
    guard isOurs || address == url else {
      throw VerbError(
        .usage, "could not clone into \(root): it is not empty", kept: "Nothing was changed.",
        next: "Name an empty or missing folder, or use 'stet init' in it.")
    }
    if !isOurs, await noted(Self.checkedOut) != nil { return .checkedOut }
    guard await isQuiet() else {
      throw VerbError(
        .failed, "git is still at work in \(root), for a clone that was ended", kept: "Nothing was changed.",
        next: "Run it again when git has ended.")
    }
    guard !isOurs else { return .nothing }
    let branch = try await git.run(["symbolic-ref", "--short", "HEAD"])
    return .fetched(branch: Self.line(branch))
  }

  /// Waits until no git runs in the folder, since git ends its current step after its clone was killed; returns false
  /// after the timeout. The processes are not Stet's and may start others, so they are searched for again and again.
  private func isQuiet() async -> Bool {
    let root = self.root
    for _ in 0..<Self.looks {
      if await onThread("stet.init", { !RunningGit.works(in: root) }) { return true }
      try? await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Refuses a folder with an incomplete clone: missing files would count as deleted.
  ///
  /// - Throws: `VerbError`: `.refused` with the command that resumes the clone.
  func requireNone() async throws(VerbError) {
    let names = try await names()
    // Beside a repository it is empty: the fetch was complete.
    var url = names.contains(Self.place) && !names.contains(".git") ? "URL" : nil
    if names.contains(".git"), let noted = await noted(Self.address), await self.noted(Self.checkedOut) == nil {
      url = noted
    }
    guard let url else { return }
    throw VerbError(
      .refused, "a 'stet clone' into \(root) was cut off: not all files are there", kept: "Nothing was changed.",
      next: "'stet clone \(url) \(root)' continues it.")
  }

  /// Fetches a branch without checking out files.
  ///
  /// - Returns: whether the folder was created.
  /// - Throws: `VerbError`: `.offline` if git cannot clone, and nothing is left in the folder; `.failed` if the
  ///   repository cannot be renamed.
  func fetch(
    _ url: String, branch: String, tell: (@Sendable (SetUpProgress) -> Void)? = nil
  ) async throws(VerbError) -> Bool {
    let (root, place) = (root, root + "/" + Self.place)
    let isNewFolder = access(root, F_OK) != 0
    await onThread("stet.init") { try? FileManager.default.removeItem(atPath: place) }
    do throws(VerbError) {
      try await git.clone(url, branch: branch, into: place, noting: "\(Self.address)=\(url)", tell: tell)
    } catch {
      await onThread("stet.init") { FolderPreparation.takeBack(root, Self.place, isNewFolder: isNewFolder) }
      throw error
    }
    guard rename(place + "/.git", root + "/.git") == 0 else {
      throw VerbError(.failed, "\(place)/.git could not be renamed: \(String(cString: strerror(errno)))")
    }
    rmdir(place)
    return isNewFolder
  }

  /// Checks out the files of the branch that are missing in the folder, large files as placeholders.
  ///
  /// Edited files stay; a file that a killed git wrote in part is replaced by the complete one.
  ///
  /// - Throws: `VerbError` with git's message.
  func checkOut(_ branch: String, tell: (@Sendable (SetUpProgress) -> Void)? = nil) async throws(VerbError) {
    let root = self.root
    // No git runs, so these locks are stale.
    for name in ["index.lock", "HEAD.lock"] { unlink("\(root)/.git/\(name)") }
    _ = try await git.run(["read-tree", "refs/heads/\(branch)"])
    if try await names() != [".git"] { try await removePieces() }
    try await git.checkOutMissing(tell: tell)
  }

  /// Records that the files are checked out.
  ///
  /// - Throws: `VerbError` if git cannot change its configuration.
  func noteCheckedOut() async throws(VerbError) { _ = try await git.run(["config", Self.checkedOut, "true"]) }

  /// Records that the clone is complete.
  func noteDone() async {
    // A clone that was killed after the rename of the repository left it empty.
    rmdir(root + "/" + Self.place)
    for name in [Self.address, Self.checkedOut] { _ = try? await git.run(["config", "--unset", name]) }
  }

  /// Deletes files that git had written in part when it was killed.
  private func removePieces() async throws(VerbError) {
    _ = try? await git.run(["update-index", "-q", "--refresh"])
    let missing = Set(try await git.run(["ls-files", "--deleted", "-z"]).split(separator: 0))
    for name in Set(try await git.run(["ls-files", "--modified", "-z"]).split(separator: 0)).subtracting(missing) {
      let path = NameText.decode(Array(name))
      let whole = try await git.run(["cat-file", "blob", ":" + path])
      let root = self.root
      try await onThread("stet.init") { () throws(VerbError) in
        do {
          let tree = try DiskTree(root: root)
          let location = FileLocation(try WorkspacePath(path))
          guard let content = try tree.read(location, limit: Int64(whole.count) + 1),
            TornContent.isPart(content.bytes, of: whole)
          else { return }
          try tree.remove(location)
        } catch { throw VerbError(.failed, "\(path) could not be checked out: \(error)") }
      }
    }
  }

  private func noted(_ name: String) async -> String? {
    guard let value = try? await git.run(["config", "--local", "--get", name]) else { return nil }
    return Self.line(value)
  }

  /// Returns the first line of git's output.
  private static func line(_ output: [UInt8]) -> String {
    String(String(decoding: output, as: UTF8.self).prefix { $0 != "\n" })
  }

  private func names() async throws(VerbError) -> [String] {
    let root = self.root
    guard access(root, F_OK) == 0 else { return [] }
    return try await onThread("stet.init") { () throws(VerbError) in
      do throws(FileError) { return try DiskTree(root: root).entries(of: .root).map(\.name) } catch {
        throw VerbError(error)
      }
    }
  }
}

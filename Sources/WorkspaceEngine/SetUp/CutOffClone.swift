internal import WorkspaceAPI
internal import FileSystem
internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import Glibc
internal import History
internal import Threads

/// A `stet clone` into a folder. One that was killed goes on when it is run again.
///
/// git clones into a folder of its own, whose repository becomes the folder's by one rename. Until everything is recorded
/// its configuration names the address, and before the files stand what is missing is not deleted but to come.
struct CutOffClone: Sendable {
  /// How far a clone came.
  enum Stage: Hashable, Sendable {
    /// Nothing stands there but what git had not fetched whole.
    case nothing
    /// The repository is whole; not all files of its branch stand.
    case fetched(branch: String)
    /// The files stand, and somebody may have changed them since.
    case checkedOut
  }

  /// Where git fetches, in the folder.
  private static let place = ".stet-cloning"
  /// The address that is being cloned, in git's configuration.
  private static let address = "stet.cloning"
  /// Whether the files stand, in git's configuration.
  private static let checkedOut = "stet.checkedOut"

  /// So often it is looked whether a git has ended: for about half a minute.
  private static let looks = 150

  /// Asks git in the folder.
  let git: GitReader

  private var root: String { git.root }

  /// How far a clone of an address came here.
  ///
  /// - Throws: `VerbError`, `.usage` where the folder holds anything else; `.failed` while git is at work there.
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

  /// Whether no git works in the folder: one whose clone was killed ends what it had begun.
  private func isQuiet() async -> Bool {
    let root = self.root
    for _ in 0..<Self.looks {
      if await onThread("stet.init", { !Repository.isGitRunning(in: root) }) { return true }
      try? await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Refuses a folder whose clone has not brought all files yet: what is missing would count as deleted.
  ///
  /// - Throws: `VerbError`, `.refused` with what goes on with it.
  func requireNone() async throws(VerbError) {
    let names = try await names()
    var url = names.contains(Self.place) ? "URL" : nil
    if names.contains(".git"), let noted = await noted(Self.address), await self.noted(Self.checkedOut) == nil {
      url = noted
    }
    guard let url else { return }
    throw VerbError(
      .refused, "a 'stet clone' into \(root) was cut off: not all files are there", kept: "Nothing was changed.",
      next: "'stet clone \(url) \(root)' goes on with it.")
  }

  /// Fetches a branch; whether the folder was made for it. No file stands then.
  ///
  /// - Throws: `VerbError`, `.offline` where the remote cannot be reached; nothing is left then.
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

  /// Puts the files of the branch into the folder that are not there; large ones as placeholders.
  ///
  /// What somebody saved there stays; of what was cut off while it was written the whole comes.
  ///
  /// - Throws: `VerbError` in git's own words where it cannot.
  func checkOut(_ branch: String, tell: (@Sendable (SetUpProgress) -> Void)? = nil) async throws(VerbError) {
    let root = self.root
    // Nobody's any more: git is not running.
    for name in ["index.lock", "HEAD.lock"] { unlink("\(root)/.git/\(name)") }
    _ = try await git.run(["read-tree", "refs/heads/\(branch)"])
    if try await names() != [".git"] { try await removePieces() }
    try await git.checkOutMissing(tell: tell)
  }

  /// Notes that the files stand.
  ///
  /// - Throws: `VerbError` where git cannot change its configuration.
  func noteCheckedOut() async throws(VerbError) { _ = try await git.run(["config", Self.checkedOut, "true"]) }

  /// Notes that it is done.
  func noteDone() async {
    for name in [Self.address, Self.checkedOut] { _ = try? await git.run(["config", "--unset", name]) }
  }

  /// Removes files of which git had written the beginning when it was killed.
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

  /// The first line of what git printed.
  private static func line(_ output: [UInt8]) -> String {
    String(String(decoding: output, as: UTF8.self).prefix { $0 != "\n" })
  }

  private func names() async throws(VerbError) -> [String] {
    let root = self.root
    guard access(root, F_OK) == 0 else { return [] }
    return try await onThread("stet.init") { () throws(VerbError) in
      do throws(FileError) { return try DiskTree(root: root).entries(of: .root).map(\.name) } catch {
        throw VerbError(error, root: root)
      }
    }
  }
}

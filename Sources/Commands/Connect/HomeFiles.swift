internal import Glibc
internal import WorkspaceAPI

/// Configuration files of other programs in the person's home folder.
struct HomeFiles {
  /// Permissions for the person only, as programs create the folders of their configuration.
  private static let folderMode: mode_t = 0o700

  /// The home folder.
  let home: String
  /// The folders that replace one below the home folder, by its name.
  let moved: [String: String]

  /// Reads the person's environment: `CODEX_HOME` replaces `.codex`, `CLAUDE_CONFIG_DIR` replaces `.claude` and the
  /// folder of `.claude.json`.
  init(home: String, environment: [String: String] = [:]) {
    self.home = home
    var moved: [String: String] = [:]
    for (variable, folders) in [("CODEX_HOME", [".codex"]), ("CLAUDE_CONFIG_DIR", [".claude", ".claude.json"])] {
      guard let place = environment[variable], place.hasPrefix("/") else { continue }
      for folder in folders { moved[folder] = folder.hasSuffix(".json") ? place + "/" + folder : place }
    }
    self.moved = moved
  }

  /// Returns the path of a file that is named relative to the home folder.
  func place(of file: String) -> String {
    let parts = file.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first, let folder = moved[first] else { return home + "/" + file }
    return ([folder] + parts.dropFirst()).joined(separator: "/")
  }

  /// Returns the content of a file; nil if there is none.
  ///
  /// - Throws: `VerbError` if it cannot be read.
  func read(_ file: String) throws(VerbError) -> [UInt8]? {
    var facts = stat()
    guard stat(place(of: file), &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw PlainFile.problem("read", place(of: file))
    }
    return try PlainFile.read(place(of: file))
  }

  /// Replaces the expected content of a file in one step; its mode stays, and a link stays a link.
  ///
  /// - Throws: `VerbError` if the file no longer has the expected content, or cannot be written.
  func write(_ change: ConnectionPlan.Change) throws(VerbError) {
    let path = WorkspaceFolder.resolve(place(of: change.file)) ?? place(of: change.file)
    guard try read(change.file) == change.before else {
      throw VerbError(
        .failed, "\(path) was changed meanwhile.", kept: "It is as it was changed.", next: "Run this again.")
    }
    guard let content = change.after else {
      guard unlink(path) == 0 else { throw PlainFile.problem("remove", path) }
      removeFolder(of: change.file)
      return
    }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    if change.before == nil, access(String(folder), F_OK) != 0, mkdir(String(folder), Self.folderMode) != 0 {
      throw PlainFile.problem("make", String(folder))
    }
    var facts = stat()
    let mode = stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
    let fresh = path + ".stet-new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw PlainFile.problem("write", fresh) }
    close(descriptor)
    do throws(VerbError) { try PlainFile.write(content, to: fresh) } catch {
      unlink(fresh)
      throw error
    }
    chmod(fresh, mode)
    guard rename(fresh, path) == 0 else { throw PlainFile.problem("write", path) }
  }

  /// Deletes a folder whose only file was Stet's and that has the mode that Stet sets: it was created for that file.
  private func removeFolder(of file: String) {
    let path = place(of: file)
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = String(path[..<slash])
    guard folder != home else { return }
    var facts = stat()
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_mode & 0o7777 == Self.folderMode
    else { return }
    // The system refuses to delete a folder that is not empty.
    rmdir(folder)
  }
}

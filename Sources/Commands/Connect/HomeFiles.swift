internal import Glibc
internal import WorkspaceEngine

/// Configuration files of other programs in the person's home folder.
struct HomeFiles {
  /// For the person alone, as programs make the folders of their configuration.
  private static let folderMode: mode_t = 0o700

  /// The home folder.
  let home: String

  /// What stands in a file; nil where there is none.
  ///
  /// - Throws: `VerbError` where it cannot be read.
  func read(_ file: String) throws(VerbError) -> [UInt8]? {
    var facts = stat()
    guard stat(home + "/" + file, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw problem("read", home + "/" + file)
    }
    return try PlainFile.read(home + "/" + file)
  }

  /// Brings a file from what it was to what it shall be, in one step; its mode stays, and a link stays one.
  ///
  /// - Throws: `VerbError` where it is not any more what it was, or cannot be written.
  func write(_ change: ConnectionPlan.Change) throws(VerbError) {
    let path = WorkspaceFolder.resolve(home + "/" + change.file) ?? home + "/" + change.file
    guard try read(change.file) == change.before else {
      throw VerbError(
        .failed, "\(path) was changed meanwhile.", kept: "It is as it was changed.", next: "Run this again.")
    }
    guard let content = change.after else {
      guard unlink(path) == 0 else { throw problem("remove", path) }
      removeFolder(of: change.file)
      return
    }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    if change.before == nil, access(String(folder), F_OK) != 0, mkdir(String(folder), Self.folderMode) != 0 {
      throw problem("make", String(folder))
    }
    var facts = stat()
    let mode = stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
    let fresh = path + ".stet-new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw problem("write", fresh) }
    close(descriptor)
    do throws(VerbError) { try PlainFile.write(content, to: fresh) } catch {
      unlink(fresh)
      throw error
    }
    chmod(fresh, mode)
    guard rename(fresh, path) == 0 else { throw problem("write", path) }
  }

  /// Takes a folder away whose only file was Stet's and that has the mode that Stet gives: it was made for that file.
  private func removeFolder(of file: String) {
    guard let slash = file.lastIndex(of: "/") else { return }
    let folder = home + "/" + file[..<slash]
    var facts = stat()
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_mode & 0o7777 == Self.folderMode
    else { return }
    // One in which anything stands is left alone by the system.
    rmdir(folder)
  }

  private func problem(_ verb: String, _ path: String) -> VerbError {
    VerbError(.failed, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).", path: path)
  }
}

internal import Glibc

/// The folder for sockets: `$XDG_RUNTIME_DIR/stet`, or its replacement if there is none.
package enum RuntimeDirectory {
  /// Returns the folders to try, best first; `userFolderExists` states whether `/run/user/<uid>` exists.
  ///
  /// A folder whose sockets would not fit into 108 bytes is left out. A program without `XDG_RUNTIME_DIR` (a cron job,
  /// an agent with a bare environment) must find the socket of one that has it, hence `/run/user/<uid>`.
  package static func candidates(runtimeFolder: String?, user: UInt32, userFolderExists: Bool) -> [String] {
    var folders: [String] = []
    if let runtimeFolder, runtimeFolder.utf8.first == UInt8(ascii: "/") { folders.append(runtimeFolder + "/stet") }
    if userFolderExists { folders.append("/run/user/\(user)/stet") }
    folders.append("/tmp/stet-\(user)")
    var seen: Set<String> = []
    return folders.filter { folder in
      folder.utf8.count + 1 + 16 <= SocketPath.longestPath && seen.insert(folder).inserted
    }
  }

  /// Returns the folder that this process uses; creates it (mode 0700) if it is missing.
  ///
  /// - Throws: `SocketError.runtimeDirectory` if none can be created, or the only one belongs to somebody else.
  package static func prepare(environment: [String: String]) throws(SocketError) -> String {
    let user = geteuid()
    let folders = candidates(
      runtimeFolder: environment["XDG_RUNTIME_DIR"], user: user,
      userFolderExists: access("/run/user/\(user)", W_OK) == 0)
    var reasons: [String] = []
    for folder in folders {
      if let reason = refusal(of: folder, user: user) {
        reasons.append("\(folder): \(reason)")
      } else {
        return folder
      }
    }
    throw .runtimeDirectory(reasons.joined(separator: "; "))
  }

  /// Returns the reason why the folder cannot be used; nil if it can.
  private static func refusal(of folder: String, user: UInt32) -> String? {
    if mkdir(folder, 0o700) != 0 && errno != EEXIST { return String(cString: strerror(errno)) }
    var status = stat()
    guard lstat(folder, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "is not a folder" }
    guard status.st_uid == user else { return "belongs to another user" }
    if status.st_mode & 0o077 != 0 && chmod(folder, 0o700) != 0 { return "is open to other users" }
    return nil
  }
}

internal import Glibc
internal import HTTPDoor
internal import WorkspaceAPI

/// `.git/stet/mcp-token`: the secret for access over HTTP, readable by the workspace's user only.
enum TokenFile {
  /// Returns the path of the file.
  static func path(in root: String) -> String { root + "/.git/stet/mcp-token" }

  /// Returns the workspace's token; creates it from a cryptographic source if there is none yet.
  ///
  /// - Throws: `VerbError` if it cannot be read or created, if others may read it, and if the file contains no token.
  static func token(
    in root: String, using generator: inout some RandomNumberGenerator
  ) throws(VerbError) -> AccessToken {
    let path = path(in: root)
    // Complete before it is renamed: another program that starts at the same time reads all of it.
    let fresh = path + ".\(getpid())"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("made", path) }
    defer { unlink(fresh) }
    let token = AccessToken.random(using: &generator)
    let line = Array((token.text + "\n").utf8)
    let written = write(descriptor, line, line.count)
    close(descriptor)
    guard written == line.count else { throw failure("written", path) }
    if link(fresh, path) == 0 { return token }
    guard errno == EEXIST else { throw failure("made", path) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
      throw VerbError(
        .refused, "The token in \(path) could have been read by others.", kept: "Nothing was changed.",
        next: "Delete the file and run the command again: it makes a new one.", path: path)
    }
    guard let token = AccessToken(reading: String(decoding: try PlainFile.read(path), as: UTF8.self)) else {
      throw VerbError(
        .failed, "\(path) holds no token.", kept: "Nothing was changed.",
        next: "Delete the file and run the command again: it makes a new one.", path: path)
    }
    return token
  }

  private static func failure(_ verb: String, _ path: String) -> VerbError {
    VerbError(
      .failed, "The token cannot be \(verb): \(path): \(String(cString: strerror(errno))).",
      kept: "Nothing was changed.", path: path)
  }
}

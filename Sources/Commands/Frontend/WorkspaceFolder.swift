internal import Glibc
package import WorkspaceAPI

/// A workspace with the folder in which the command was called; it is searched upward from there, as git does.
package struct WorkspaceFolder: Hashable, Sendable {
  /// The workspace's folder, absolute and without symbolic links.
  package let root: String
  /// The folder the command was called in, below the root; empty for the root.
  package let prefix: String

  package init(root: String, prefix: String) {
    self.root = root
    self.prefix = prefix
  }

  /// Returns the workspace that contains `directory` (absolute, or relative to the working folder).
  ///
  /// - Throws: `VerbError` if there is none, with the command that creates one.
  package static func find(from directory: String) throws(VerbError) -> WorkspaceFolder {
    guard let start = resolve(directory) else {
      throw VerbError(.usage, "There is no folder \(directory).", next: "Name a folder that exists after -C.")
    }
    var root = start
    while true {
      if isFolder(root + "/.git/stet") {
        let prefix = start.dropFirst(root == "/" ? 1 : root.utf8.count + 1)
        return WorkspaceFolder(root: root.isEmpty ? "/" : root, prefix: String(prefix))
      }
      guard let slash = root.lastIndex(of: "/"), root != "/", !root.isEmpty else { break }
      root = String(root[..<slash])
    }
    throw VerbError(
      .usage, "\(start) is not in a Stet workspace.", kept: "Nothing was changed.",
      next: "Make one with `stet init DIR`, or name one: `stet -C DIR …`.")
  }

  /// Returns the path in the workspace of a file named on the command line, relative to the folder of the command.
  ///
  /// - Returns: the path from the root, empty for the root itself.
  /// - Throws: `VerbError` (usage) for a name outside the workspace.
  package func path(_ argument: String) throws(VerbError) -> String {
    var parts: [Substring]
    if argument.hasPrefix("/") {
      guard argument == root || argument.hasPrefix(root + "/") else { throw outside(argument) }
      parts = argument.dropFirst(root.count).split(separator: "/")
    } else {
      parts = prefix.split(separator: "/") + argument.split(separator: "/")
    }
    var clean: [Substring] = []
    for part in parts where part != "." {
      if part != ".." {
        clean.append(part)
      } else if clean.popLast() == nil {
        throw outside(argument)
      }
    }
    return clean.joined(separator: "/")
  }

  /// Returns the same as `path`, but nil for the root.
  package func path(_ argument: String?) throws(VerbError) -> String? {
    guard let argument = argument ?? (prefix.isEmpty ? nil : ".") else { return nil }
    let path: String = try path(argument)
    return path.isEmpty ? nil : path
  }

  /// Returns a remote's address that is valid from any folder: a relative path to an existing file becomes absolute.
  package static func remoteAddress(_ address: String, from directory: String) -> String {
    guard !address.hasPrefix("/"), !address.contains("://") else { return address }
    return resolve(directory + "/" + address) ?? address
  }

  private func outside(_ argument: String) -> VerbError {
    VerbError(
      .usage, "\(argument) is outside the workspace \(root).", kept: "Nothing was changed.",
      next: "Name a file inside it, relative to the folder you are in.")
  }

  /// Returns the absolute path without symbolic links; nil if it does not exist.
  package static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns whether a path is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

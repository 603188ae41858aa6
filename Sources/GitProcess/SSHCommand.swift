internal import Values

/// The ssh command line that git's children and the listener share, as a shell reads it.
package enum SSHCommand {
  /// The longest directory of the socket in bytes: a socket's path has at most 107 bytes on Linux, and ssh adds 17
  /// while it makes the socket.
  private static let longestDirectory = 107 - 17 - "/ssh-".utf8.count - 40

  /// Returns the person's ssh command with Stet's options.
  ///
  /// The options follow the person's: ssh uses the first of two equal ones, so the person's win. A command that is not
  /// `ssh` by name (plink, a wrapper) stays unchanged, because it may not know the options. One multiplexed connection
  /// serves all children (a fetch then takes 23 ms and not 203, baselines.md); if the directory is too long for a
  /// socket, each makes its own.
  ///
  /// - Parameters:
  ///   - own: `GIT_SSH_COMMAND` or `core.sshCommand` of the person; nil for plain `ssh`.
  ///   - runtimeDirectory: the directory of the connection's socket, which only this user can enter.
  package static func line(own: String?, runtimeDirectory: String?) -> String {
    let base = own ?? "ssh"
    guard isSSH(base) else { return base }
    var options = [
      "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=5", "-oServerAliveCountMax=3",
    ]
    if let runtimeDirectory, runtimeDirectory.utf8.count <= longestDirectory {
      // ssh expands percent signs in the path itself.
      let directory = runtimeDirectory.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
      let place = ShellWord.quoted(directory + "/ssh-%C")
      options += ["-oControlMaster=auto", "-oControlPersist=60", "-oControlPath=" + place]
    }
    return ([base] + options).joined(separator: " ")
  }

  /// Returns a text as one word of the shell, unquoted if it is one already.
  static func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "/.-_~".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : ShellWord.quoted(text)
  }

  private static func isSSH(_ command: String) -> Bool {
    let program = command.prefix { $0 != " " }
    let name = program.split(separator: "/").last ?? ""
    return name == "ssh" || name == "'ssh'" || name == "\"ssh\""
  }
}

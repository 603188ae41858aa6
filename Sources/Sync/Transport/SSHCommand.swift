/// The ssh command line that git's children and the listener share, as a shell reads it.
package enum SSHCommand {
  /// The longest path a socket can have on Linux is 107 bytes; ssh adds 17 to the name while it makes the socket.
  private static let longestDirectory = 107 - 17 - "/ssh-".utf8.count - 40

  /// ssh with our options, built on the person's own command.
  ///
  /// Options stand behind the person's: ssh takes the first of two equal ones, so theirs win. A command that is not
  /// `ssh` by name (plink, a wrapper) is left as it is: it may not know the options. One multiplexed connection serves
  /// all children (a fetch then costs 23 ms and not 203, baselines.md); where the directory is too long for a socket,
  /// each makes its own.
  ///
  /// - Parameters:
  ///   - own: `GIT_SSH_COMMAND` or `core.sshCommand` of the person; nil for plain `ssh`.
  ///   - runtimeDirectory: where the connection's socket goes, a directory only this user can enter.
  package static func line(own: String?, runtimeDirectory: String?) -> String {
    let base = own ?? "ssh"
    guard isSSH(base) else { return base }
    var options = [
      "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=5", "-oServerAliveCountMax=3",
    ]
    if let runtimeDirectory, runtimeDirectory.utf8.count <= longestDirectory {
      // ssh reads percent signs in the path itself.
      let directory = runtimeDirectory.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
      options += ["-oControlMaster=auto", "-oControlPersist=60", "-oControlPath=" + quoted(directory + "/ssh-%C")]
    }
    return ([base] + options).joined(separator: " ")
  }

  /// A text as one word of the shell.
  package static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The same, for a text that is a word already as it is.
  static func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "/.-_~".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func isSSH(_ command: String) -> Bool {
    let program = command.prefix { $0 != " " }
    let name = program.split(separator: "/").last ?? ""
    return name == "ssh" || name == "'ssh'" || name == "\"ssh\""
  }
}

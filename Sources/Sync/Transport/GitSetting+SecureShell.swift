internal import Glibc

extension GitSetting {
  /// Letters and digits that identify this folder on this machine, the same each time.
  package var folderName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = gethostname(&buffer, buffer.count - 1)
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + Array("\0\(gitDirectory)".utf8)
    // FNV-1a: it has to tell folders apart, not to hide anything.
    let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// Returns a child that runs a command line in a server's login shell, over the connection that git's children share.
  ///
  /// A local shell splits the person's ssh command as git would.
  func secureShell(_ address: SSHAddress, _ command: String) -> ChildProcess {
    var child = child([])
    let line = child.environment["GIT_SSH_COMMAND"] ?? "ssh"
    let port = address.port.map { ["-p", String($0)] } ?? []
    child.program = "/bin/sh"
    child.arguments = ["-c", line + " \"$@\"", "ssh", "-T"] + port + [address.destination, command]
    return child
  }
}

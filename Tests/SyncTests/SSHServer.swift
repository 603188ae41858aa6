import Glibc
import SystemPackage
import TestSupport

@testable import GitProcess

/// An sshd of its own on this machine, with keys of its own, that lets only the test in.
final class SSHServer: Sendable {
  static let isInstalled = access("/usr/sbin/sshd", X_OK) == 0

  let folder: TemporaryFolder
  let port: UInt16
  let user: String
  private let task: Task<Void, Never>

  /// The ssh command that reaches it, for `GIT_SSH_COMMAND`.
  var command: String { "ssh -F \(folder.path)/client" }

  /// Starts it; `forced` is run instead of whatever a client asks for.
  init(forced: String? = nil) async throws {
    let folder = TemporaryFolder()
    let free = try LoopbackServer()
    free.close()
    let user = try await folder.run("id", "-un").filter { $0 != "\n" }
    for key in ["host", "user"] {
      try await folder.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder.path)/\(key)")
    }
    let prefix = forced.map { "command=\"\($0)\" " } ?? ""
    try folder.write(prefix + (folder.text("user.pub") ?? ""), to: "allowed")
    let configuration = SSHConfiguration(folder: folder.path, port: Int(free.port))
    try folder.write(configuration.server, to: "server")
    try folder.write(configuration.client(), to: "client")
    mkdir("/run/sshd", 0o755)
    let child = ChildProcess(
      program: "/usr/sbin/sshd", arguments: ["-D", "-e", "-f", "\(folder.path)/server"],
      environment: folder.environment(), directory: FilePath(folder.path))
    task = Task { _ = try? await child.run(deadline: ChildDeadline(stall: .seconds(600), answer: .seconds(600))) }
    (self.folder, self.user, port) = (folder, user, free.port)
    try await until { (try? await folder.run("ssh-keyscan", "-p", String(free.port), "127.0.0.1"))?.isEmpty == false }
  }

  /// Ends the shared connection of a setting and the server.
  func stop(_ setting: GitSetting) async {
    if let directory = setting.runtimeDirectory {
      _ = try? await folder.run(
        "ssh", "-F", "\(folder.path)/client", "-oControlPath=\(directory)/ssh-%C", "-p", String(port), "-O", "exit",
        "\(user)@127.0.0.1")
    }
    task.cancel()
    await task.value
  }
}

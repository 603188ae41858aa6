import Glibc
import TestSupport

/// An ssh server on the loopback, with a host key and a user's key of its own.
final class SecureShell: Sendable {
  /// The port it listens on.
  let port: Int
  private let server: Program
  private let machine: Machine

  /// Whether one can be run here.
  static let isPossible = access("/usr/sbin/sshd", X_OK) == 0 && access("/usr/bin/ssh-keygen", X_OK) == 0

  /// Starts the server; git on this machine uses its configuration from now on.
  ///
  /// - Parameter tools: a folder of programs that who signs in finds besides.
  init(on machine: Machine, port: Int? = nil, tools: String? = nil) async throws {
    self.machine = machine
    let folder = machine.place + "/ssh"
    try await machine.shell(
      """
      mkdir -p ssh; chmod 700 ssh; cd ssh
      [ -e host ] || { ssh-keygen -qt ed25519 -N '' -f host; ssh-keygen -qt ed25519 -N '' -f user; cp user.pub allowed; }
      [ "$(id -u)" != 0 ] || mkdir -p -m 755 /run/sshd
      """
    ).mustSucceed()
    let user = try await machine.run(["id", "-un"]).word
    let chosen = port ?? Int.random(in: 20_000...59_999)
    self.port = chosen
    let configuration = SSHConfiguration(folder: folder, port: chosen, tools: tools)
    try configuration.server.write(to: folder + "/sshd_config")
    try configuration.client(alias: (name: "notes-server", user: user)).write(to: folder + "/config")
    try await machine.run(["git", "config", "--global", "core.sshCommand", "ssh -F \(folder)/config"]).mustSucceed()
    server = try machine.start(["/usr/sbin/sshd", "-D", "-e", "-f", folder + "/sshd_config"])
    for _ in 0..<200 where server.isRunning {
      let answer = try await machine.run(["ssh-keyscan", "-T", "1", "-p", "\(chosen)", "127.0.0.1"])
      if !answer.output.isEmpty { return }
    }
    throw Machine.Unprepared(what: "sshd: \(await server.end(within: .seconds(1)))")
  }

  /// Stops it, with the connections it serves.
  func stop() async throws {
    server.send(SIGTERM)
    _ = await server.end(within: .seconds(10))
    // A session outlives its server, and with it a connection that several commands share.
    try await machine.shell(
      "for p in $(pgrep -f '^sshd.*: .*' || true); do grep -qs \"$PWD/ssh\" /proc/$p/environ && kill $p; done; true")
  }
}

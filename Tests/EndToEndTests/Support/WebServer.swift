import Glibc
import TestSupport

/// A web server on the loopback that serves a machine's repositories over https, to who knows the password.
final class WebServer: Sendable {
  /// The address below which the machine's repositories are found.
  let url: String
  /// The port it listens on.
  let port: Int
  private let server: Program

  /// Starts the server; git on this machine trusts it and knows the password from now on.
  init(on machine: Machine, port: Int? = nil) async throws {
    let folder = machine.place + "/web"
    let port = port ?? Int.random(in: 20_000...59_999)
    self.port = port
    url = "https://localhost:\(port)/git"
    try await machine.shell(
      """
      mkdir -p web; cd web; [ -e server.pem ] || { openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem; cat key.pem cert.pem > server.pem; }
      echo 'ann:secret' > users
      git config --global http.sslCAInfo $PWD/cert.pem
      git config --global credential.helper "store --file=$PWD/credentials"
      echo 'https://ann:secret@localhost:\(port)' > credentials
      """
    ).mustSucceed()
    try """
    server.document-root = "\(folder)"
    server.bind = "127.0.0.1"
    server.port = \(port)
    server.modules = ("mod_auth", "mod_authn_file", "mod_alias", "mod_cgi", "mod_setenv", "mod_openssl")
    server.errorlog = "\(folder)/errors"
    ssl.engine = "enable"
    ssl.pemfile = "\(folder)/server.pem"
    auth.backend = "plain"
    auth.backend.plain.userfile = "\(folder)/users"
    alias.url = ("/git" => "/usr/lib/git-core/git-http-backend")
    $HTTP["url"] =~ "^/git" {
      auth.require = ("/git" => ("method" => "basic", "realm" => "notes", "require" => "valid-user"))
      cgi.assign = ("" => "")
      setenv.add-environment = ("GIT_PROJECT_ROOT" => "\(machine.place)", "GIT_HTTP_EXPORT_ALL" => "")
    }

    """.write(to: folder + "/server.conf")
    server = try machine.start(["lighttpd", "-D", "-f", folder + "/server.conf"])
    let answer = try await machine.run([
      "curl", "--silent", "--show-error", "--retry", "50", "--retry-connrefused", "--retry-delay", "0", "--cacert",
      folder + "/cert.pem", "https://localhost:\(port)/",
    ])
    guard server.isRunning, answer.status == 0 else {
      let errors = String(file: folder + "/errors") ?? ""
      throw Machine.Unprepared(what: "lighttpd: \(answer) \(await server.end(within: .seconds(1))) \(errors)")
    }
  }

  /// Stops it.
  func stop() async {
    server.send(SIGTERM)
    _ = await server.end(within: .seconds(10))
  }
}

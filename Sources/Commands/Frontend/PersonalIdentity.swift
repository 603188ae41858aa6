internal import Glibc
package import WorkspaceEngine

/// Who the person at this machine is: git's configuration, else the login.
package enum PersonalIdentity {
  /// Asks git, from `directory` where that exists. Runs a child process: for `init`, `clone` and the daemon's start only.
  static func find(directory: String?, environment: [String: String]) -> WorkspaceIdentity {
    let place = directory.map { ["-C", $0] } ?? []
    let asked = ChildProgram.run(
      ["git"] + place + ["config", "--null", "--get-regexp", "^user\\.(name|email)$"],
      environment: environment)
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let entry = getpwuid(geteuid())
    return identity(
      configuration: String(decoding: asked.output, as: UTF8.self),
      login: entry.map { String(cString: $0.pointee.pw_name) } ?? "user",
      fullName: entry.map { String(cString: $0.pointee.pw_gecos) } ?? "",
      host: String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// The identity from git's answer (`key\nvalue\0…`, the last of a key counts), the login and the host's name.
  package static func identity(
    configuration: String, login: String, fullName: String, host: String
  ) -> WorkspaceIdentity {
    var values: [Substring: Substring] = [:]
    for entry in configuration.split(separator: "\0") {
      guard let end = entry.firstIndex(of: "\n") else { continue }
      values[entry[..<end]] = entry[entry.index(after: end)...]
    }
    let given = fullName.prefix { $0 != "," }
    let machine = machineName(host)
    return WorkspaceIdentity(
      name: String(values["user.name"].flatMap { $0.isEmpty ? nil : $0 } ?? (given.isEmpty ? Substring(login) : given)),
      email: String(values["user.email"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(login)@\(machine)"),
      machine: machine)
  }

  /// The host's name up to its first dot, with everything but letters, digits, `-` and `_` as `-`.
  package static func machineName(_ host: String) -> String {
    let label = host.prefix { $0 != "." }
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
    return name.isEmpty ? "machine" : name
  }
}

internal import Glibc
package import WorkspaceAPI

/// Finds the identity of the person at this machine: git's configuration, or else the login.
package enum PersonalIdentity {
  /// The timeout for git, which also reads included files, perhaps from another machine.
  private static let limit = Duration.seconds(2)

  /// Asks git, from `directory` if it exists. Runs a child process, for two seconds at most.
  ///
  /// If git could not read its configuration, the result is the login and `isRead` is false.
  static func find(directory: String?, environment: [String: String]) -> PersonalConfiguration {
    let place = directory.map { ["-C", $0] } ?? []
    let asked = ChildProgram.run(
      ["git"] + place + ["config", "--null", "--show-origin", "--list"], environment: environment,
      limit: limit)
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let entry = getpwuid(geteuid())
    let words = String(decoding: asked.output, as: UTF8.self)
    return PersonalConfiguration(
      identity: identity(
        configuration: words,
        login: entry.map { String(cString: $0.pointee.pw_name) } ?? "user",
        fullName: entry.map { String(cString: $0.pointee.pw_gecos) } ?? "",
        host: String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)),
      files: files(configuration: words, directory: directory, environment: environment), isRead: asked.code == 0)
  }

  /// Returns the identity from git's answer (`origin\0key\nvalue\0…`, the last value of a key counts), the login and
  /// the host name.
  package static func identity(
    configuration: String, login: String, fullName: String, host: String
  ) -> WorkspaceIdentity {
    var values: [Substring: Substring] = [:]
    for entry in configuration.split(separator: "\0", omittingEmptySubsequences: false) {
      guard let end = entry.firstIndex(of: "\n") else { continue }
      values[entry[..<end]] = entry[entry.index(after: end)...]
    }
    let given = fullName.prefix { $0 != "," }
    let machine = machineName(host)
    let name = values["user.name"].flatMap { $0.isEmpty ? nil : $0 }
    let email = values["user.email"].flatMap { $0.isEmpty ? nil : $0 }
    return WorkspaceIdentity(
      name: String(name ?? (given.isEmpty ? Substring(login) : given)), email: String(email ?? "\(login)@\(machine)"),
      machine: machine, isGuessed: name == nil || email == nil)
  }

  /// Returns the files of git's answer, and those that git would read next time if somebody created them.
  package static func files(
    configuration: String, directory: String?, environment: [String: String]
  ) -> [String] {
    func filled(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    var paths: Set<String> = [filled("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig"]
    if let global = filled("GIT_CONFIG_GLOBAL") {
      paths.insert(global)
    } else if let home = filled("HOME") {
      paths.formUnion([home + "/.gitconfig", (filled("XDG_CONFIG_HOME") ?? home + "/.config") + "/git/config"])
    }
    if let directory { paths.insert(directory + "/.git/config") }
    for entry in configuration.split(separator: "\0") where entry.hasPrefix("file:") && !entry.contains("\n") {
      let path = entry.dropFirst("file:".count)
      if path.hasPrefix("/") {
        paths.insert(String(path))
      } else if let directory {
        paths.insert(directory + "/" + path)
      }
    }
    return paths.sorted()
  }

  /// Returns the host name up to its first dot; characters other than letters, digits, `-` and `_` become `-`.
  package static func machineName(_ host: String) -> String {
    let label = host.prefix { $0 != "." }
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
    return name.isEmpty ? "machine" : name
  }
}

internal import DaemonClient
internal import Glibc
internal import WorkspaceAPI

/// Installs a workspace's daemon as a unit of systemd for this user.
struct UnitInstallation: Sendable {
  /// The workspace's folder.
  let root: String
  /// The process's environment.
  let environment: [String: String]

  /// Writes the unit, stops a daemon that runs without systemd, and starts the unit.
  ///
  /// - Throws: `VerbError` if the unit cannot be written, if systemd does not run (nothing is changed then), or if it
  ///   refuses the unit, whose file stays.
  func install() async throws(VerbError) {
    guard let binary = WorkspaceFolder.resolve("/proc/self/exe") else {
      throw VerbError(.failed, "The program's own file cannot be found.", next: "Use `stet start` without --systemd.")
    }
    let name = SystemdUnit.name(directory: root)
    let file = try file(name)
    // A session without systemd is found before a unit that is installed is replaced.
    try systemctl(["daemon-reload"], kept: "Nothing was changed.")
    try write(SystemdUnit.text(binary: binary, directory: root), to: file)
    try systemctl(["daemon-reload"], kept: "The unit is written: \(file).")
    // A daemon without systemd continues until systemd is known to work.
    if let client = try DaemonLauncher(root: root, environment: environment).running() { try await client.stop() }
    try systemctl(["enable", "--now", name], kept: "The unit is written: \(file). The daemon was stopped.")
  }

  private func systemctl(_ words: [String], kept: String) throws(VerbError) {
    let result = ChildProgram.run(["systemctl", "--user"] + words, environment: environment, takesErrors: true)
    guard result.code == 0 else {
      let said = String(decoding: result.output, as: UTF8.self).split(separator: "\n").joined(separator: " ")
      throw VerbError(
        .failed, "`systemctl --user \(words.joined(separator: " "))` failed. \(said)", kept: kept,
        next: "Run it in a session that has systemd, or use `stet start`.")
    }
  }

  /// Stops and disables the unit and deletes its file; does nothing if there is none.
  ///
  /// - Throws: `VerbError` if the file cannot be deleted.
  func remove() throws(VerbError) {
    let name = SystemdUnit.name(directory: root)
    let file = try file(name)
    guard access(file, F_OK) == 0 else { return }
    // If systemd does not run there is nothing to disable.
    _ = ChildProgram.run(
      ["systemctl", "--user", "disable", "--now", name], environment: environment, takesErrors: true)
    guard unlink(file) == 0 else {
      throw VerbError(
        .failed, "\(file) cannot be deleted: \(String(cString: strerror(errno))).", kept: "The unit is disabled.",
        next: "Delete the file.")
    }
    _ = ChildProgram.run(["systemctl", "--user", "daemon-reload"], environment: environment, takesErrors: true)
  }

  /// Returns the path of a unit of this user.
  private func file(_ name: String) throws(VerbError) -> String {
    guard let home = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map({ $0 + "/.config" }) else {
      throw VerbError(.failed, "HOME is not set.", next: "Set HOME and run it again.")
    }
    return home + "/systemd/user/" + name
  }

  private func write(_ text: String, to file: String) throws(VerbError) {
    var folder = ""
    for part in file.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
    let temporary = file + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let bytes = Array(text.utf8)
    let count = descriptor >= 0 ? Glibc.write(descriptor, bytes, bytes.count) : -1
    if descriptor >= 0 { close(descriptor) }
    guard count == bytes.count, rename(temporary, file) == 0 else {
      throw VerbError(
        .failed, "\(file) cannot be written: \(String(cString: strerror(errno))).", kept: "Nothing was changed.")
    }
  }
}

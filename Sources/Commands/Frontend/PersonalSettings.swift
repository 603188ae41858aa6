internal import WorkspaceAPI

/// The person's settings that belong to no workspace, in `$XDG_CONFIG_HOME/stet` or `~/.config/stet`.
struct PersonalSettings {
  let folder: String

  /// Finds the folder, which need not exist.
  ///
  /// - Throws: `VerbError` if the environment names no home folder.
  init(environment: [String: String]) throws(VerbError) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let parent = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else {
      throw VerbError(.failed, "HOME is not set, so there are no settings.", next: "Set HOME.")
    }
    folder = parent + "/stet"
  }

  /// Returns the path of a file.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Returns the text of a file; nil if it does not exist.
  ///
  /// - Throws: `VerbError` if it cannot be read or is not UTF-8.
  func text(_ name: String) throws(VerbError) -> String? {
    guard let bytes = try HomeFiles(home: folder).read(name) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw VerbError(.failed, "\(path(name)) is not UTF-8.", next: "Save it as UTF-8.", path: path(name))
    }
    return text
  }
}

extension VerbError {
  /// Returns the error for a name that nothing in a file of the person's settings has (exit 1).
  static func unknown(
    _ kind: String, _ name: String, among names: [String], inSettings path: String, kept: String? = nil
  ) -> VerbError {
    let list = names.joined(separator: ", ")
    return unknown(
      kind, name, among: names, kept: kept,
      next: list.isEmpty ? "Set one up in \(path)." : "\(path) has: \(list).")
  }
}

internal import CGit2
package import GitObjects
internal import Glibc

/// The copy of the last readable configuration of a repository, from which a damaged one is restored.
package struct ConfigurationCopy {
  private static let copy = "stet/config"

  private let directory: GitDirectory

  /// Makes the copy of the repository `root/.git`.
  package init(root: String) { directory = GitDirectory(path: root + "/.git") }

  /// Restores the configuration from its copy if it is missing, empty, truncated, garbled or unreadable: git refuses to
  /// work then, and the remote is unknown. The damaged file is kept.
  ///
  /// - Parameter mayBeEdited: whether a person may be editing the file. Unreadable text is then left to the person,
  ///   unless it differs from the copy in a single byte.
  /// - Returns: the repair; nil if there was no damage, or there is no copy.
  /// - Throws: `.failed` if the device fails.
  package func restore(mayBeEdited: Bool = false) throws(ObjectStoreError) -> RepairedReference? {
    guard let (current, kept) = try damaged(mayBeEdited: mayBeEdited) else { return nil }
    // The holder of git's lock is about to replace the file.
    guard !mayBeEdited || !directory.exists("config.lock") else { return nil }
    if !current.isEmpty {
      directory.remove("stet/rescue/config")
      _ = try directory.create("stet/rescue/config", current, mode: 0o600)
    }
    try replace("config", with: kept, modeOf: Self.copy)
    return RepairedReference(name: "config", commit: nil)
  }

  /// Returns whether `restore` would replace the configuration once the file is not being edited; until then the
  /// settings are unknown.
  ///
  /// - Throws: `.failed` if the device fails.
  package func isRestorable() throws(ObjectStoreError) -> Bool { try damaged(mayBeEdited: true) != nil }

  /// Returns the damaged configuration and its copy; nil if there is no damage, or no copy.
  private func damaged(mayBeEdited: Bool) throws(ObjectStoreError) -> (current: [UInt8], kept: [UInt8])? {
    guard let kept = try directory.read(Self.copy), !kept.isEmpty else { return nil }
    let current = try directory.read("config") ?? []
    // An unchanged file needs no parser.
    guard current != kept, isReadable(Self.copy, kept) else { return nil }
    let isFlipped = Self.isFlipped(current, from: kept)
    let isDamaged =
      current.isEmpty || current.contains(0) || Self.isCut(current, from: kept)
      || isFlipped && Self.isText(kept) && !Self.isText(current)
      || !isReadable("config", current) && (isFlipped || !mayBeEdited)
    return isDamaged ? (current, kept) : nil
  }

  /// Saves a copy of the current configuration.
  ///
  /// - Throws: `.failed` if the device fails.
  package func keep() throws(ObjectStoreError) {
    guard let current = try directory.read("config"), !current.isEmpty,
      try directory.read(Self.copy) != current, isReadable("config", current)
    else { return }
    try replace(Self.copy, with: current, modeOf: "config")
  }

  /// Replaces a file durably and atomically, with the access mode of another one.
  private func replace(
    _ name: String, with content: [UInt8], modeOf other: String
  ) throws(ObjectStoreError) {
    let fresh = Self.copy + ".new"
    directory.remove(fresh)
    _ = try directory.create(fresh, content, mode: directory.mode(other), sync: true)
    try directory.rename(fresh, to: name)
  }

  /// Returns whether a configuration is a prefix of another one and ends within a line: git and editors end every line.
  private static func isCut(_ current: [UInt8], from kept: [UInt8]) -> Bool {
    current.count < kept.count && current.last != UInt8(ascii: "\n") && kept.starts(with: current)
  }

  /// Returns whether two configurations differ in a single byte.
  private static func isFlipped(_ current: [UInt8], from kept: [UInt8]) -> Bool {
    current.count == kept.count && zip(current, kept).lazy.filter { $0 != $1 }.prefix(2).count == 1
  }

  /// Returns whether a configuration is plain text: UTF-8 without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
      && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Returns whether git can read a configuration file with this content.
  private func isReadable(_ name: String, _ content: [UInt8]) -> Bool {
    guard (try? LibGit2.setUp()) != nil, !content.contains(0), ConfigurationSyntax.isValid(content) else {
      return false
    }
    var config: OpaquePointer?
    defer { git_config_free(config) }
    guard git_config_open_ondisk(&config, directory.path(name)) == 0, let config else { return false }
    return Self.areSound(config)
  }

  /// Returns whether the settings without which git runs no command have values that git takes.
  private static func areSound(_ config: OpaquePointer) -> Bool {
    for name in ["core.bare", "core.filemode", "core.ignorecase", "core.symlinks"] {
      var isOn: Int32 = 0
      guard [0, GIT_ENOTFOUND.rawValue].contains(git_config_get_bool(&isOn, config, name)) else { return false }
    }
    var version: Int32 = 0
    let found = git_config_get_int32(&version, config, "core.repositoryformatversion")
    return found == GIT_ENOTFOUND.rawValue || found == 0 && (0...1).contains(version)
  }
}

extension GitDirectory {
  /// Returns the access mode of a file, for its copy: a configuration may contain passwords.
  fileprivate func mode(_ name: String) -> mode_t { status(name).map { $0.st_mode & 0o777 } ?? 0o600 }
}

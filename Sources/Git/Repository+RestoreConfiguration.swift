internal import CGit2
package import GitObjects
internal import Glibc

extension Repository {
  /// The copy of the configuration that could be read last, below `.git`.
  private static let copy = "stet/config"

  /// Brings the configuration back from its copy where it is missing, empty, cut off, garbled, or cannot be read: git does
  /// nothing at all then, and without it nobody knows the remote. What stood there is kept.
  ///
  /// - Parameter mayBeEdited: whether somebody may be at work on it: then text that cannot be read is theirs to correct,
  ///   unless it is the copy but for one byte.
  /// - Returns: what was mended; nil where all is well, or there is no copy.
  /// - Throws: `.failed` where the device refuses.
  package static func restoreConfiguration(
    root: String, mayBeEdited: Bool = false
  ) throws(ObjectStoreError) -> MendedReference? {
    let directory = GitDirectory(path: root + "/.git")
    guard let (standing, kept) = try damagedConfiguration(directory, mayBeEdited: mayBeEdited) else { return nil }
    // Who holds git's lock is about to replace the file.
    guard !mayBeEdited || !directory.exists("config.lock") else { return nil }
    if !standing.isEmpty {
      directory.remove("stet/rescue/config")
      _ = try directory.create("stet/rescue/config", standing, mode: 0o600)
    }
    try replace("config", with: kept, modeOf: copy, in: directory)
    return MendedReference(name: "config", commit: nil)
  }

  /// Whether `restoreConfiguration` brings back another configuration once the file rests: until then nobody knows what
  /// is configured.
  ///
  /// - Throws: `.failed` where the device refuses.
  package static func isConfigurationDamaged(root: String) throws(ObjectStoreError) -> Bool {
    try damagedConfiguration(GitDirectory(path: root + "/.git"), mayBeEdited: true) != nil
  }

  /// The damaged configuration and its copy; nil where all is well, or there is no copy.
  private static func damagedConfiguration(
    _ directory: GitDirectory, mayBeEdited: Bool
  ) throws(ObjectStoreError) -> (standing: [UInt8], kept: [UInt8])? {
    guard let kept = try directory.read(copy), !kept.isEmpty, isReadable(copy, directory) else { return nil }
    let standing = try directory.read("config") ?? []
    let isFlipped = isFlipped(standing, from: kept)
    let isDamaged =
      standing.isEmpty || standing.contains(0) || isCut(standing, from: kept)
      || isFlipped && isText(kept) && !isText(standing)
      || !isReadable("config", directory) && (isFlipped || !mayBeEdited)
    return isDamaged ? (standing, kept) : nil
  }

  /// Keeps a copy of the configuration that stands.
  ///
  /// - Throws: `.failed` where the device refuses.
  package func keepConfiguration() throws(ObjectStoreError) {
    guard let standing = try directory.read("config"), !standing.isEmpty, Self.isReadable("config", directory),
      try directory.read(Self.copy) != standing
    else { return }
    try Self.replace(Self.copy, with: standing, modeOf: "config", in: directory)
  }

  /// Replaces a file durably in one step, with the access that another one has.
  private static func replace(
    _ name: String, with content: [UInt8], modeOf other: String, in directory: GitDirectory
  ) throws(ObjectStoreError) {
    let fresh = copy + ".new"
    directory.remove(fresh)
    _ = try directory.create(fresh, content, mode: directory.mode(other), sync: true)
    try directory.rename(fresh, to: name)
  }

  /// Whether a configuration is the beginning of another one and ends within a line: git and editors end every line.
  private static func isCut(_ standing: [UInt8], from kept: [UInt8]) -> Bool {
    standing.count < kept.count && standing.last != UInt8(ascii: "\n") && kept.starts(with: standing)
  }

  /// Whether a configuration is another one but for a single byte.
  private static func isFlipped(_ standing: [UInt8], from kept: [UInt8]) -> Bool {
    standing.count == kept.count && zip(standing, kept).lazy.filter { $0 != $1 }.prefix(2).count == 1
  }

  /// Whether a configuration is what editors write: UTF-8 without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
      && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Whether git can read a configuration.
  private static func isReadable(_ name: String, _ directory: GitDirectory) -> Bool {
    guard (try? LibGit2.setUp()) != nil, let content = try? directory.read(name), !content.contains(0) else {
      return false
    }
    var config: OpaquePointer?
    defer { git_config_free(config) }
    return git_config_open_ondisk(&config, directory.path(name)) == 0
  }
}

extension GitDirectory {
  /// The access of a file, which a copy gets too: a configuration may have passwords.
  fileprivate func mode(_ name: String) -> mode_t { status(name).map { $0.st_mode & 0o777 } ?? 0o600 }
}

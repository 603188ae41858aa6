internal import FileSystem
internal import Git
internal import GitObjects
internal import Synchronization

/// The secrets of which the person said that they are none, or may be published, by fingerprint; on this machine only.
///
/// A fingerprint is the beginning of the git blob id of the secret's bytes: it tells whether a text is the same, and
/// nothing of what it is.
final class AllowedSecrets: Sendable {
  /// Where they are kept: one fingerprint a line.
  private static let file = StoreFile("allowed-secrets")
  /// How many letters a fingerprint has.
  static let length = 16

  private let tree: any FileTree
  private let prints: Mutex<Set<String>>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    let text = (try? tree.read(Self.file.location, limit: 1 << 20)).map { String(decoding: $0.bytes, as: UTF8.self) }
    prints = Mutex(Set((text ?? "").split(separator: "\n").map(String.init)))
  }

  /// A secret's fingerprint.
  static func fingerprint(_ secret: [UInt8]) -> String {
    String(secret.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(length))
  }

  /// Whether a secret was allowed.
  func contains(_ fingerprint: String) -> Bool { prints.withLock { $0.contains(fingerprint) } }

  /// Allows secrets.
  ///
  /// - Throws: `FileError` where that cannot be kept; then nothing is allowed.
  func allow(_ fingerprints: some Sequence<String>) throws(FileError) {
    let all = prints.withLock { $0.union(fingerprints) }
    try Self.file.write(Array(all.sorted().map { $0 + "\n" }.joined().utf8), durable: true, in: tree)
    prints.withLock { $0 = all }
  }
}

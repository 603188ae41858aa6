internal import FileSystem
internal import Git
internal import GitObjects
internal import LocalState

/// The secrets of which the person said that they are none, or may be published, by fingerprint; on this machine only.
///
/// Kept in `.git/stet/allowed-secrets`, one a line. A fingerprint is the beginning of the git blob id of the secret's
/// bytes: it tells whether a text is the same, and nothing of what it is.
final class AllowedSecrets: Sendable {
  /// How many letters a fingerprint has.
  static let length = 16

  private let prints: StoredTable<Set<String>>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    prints = StoredTable(StoredFile("allowed-secrets"), in: tree, limit: 1 << 20, .content) { bytes in
      Set(String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
    } encode: { prints in
      Array(prints.sorted().map { $0 + "\n" }.joined().utf8)
    }
  }

  /// A secret's fingerprint.
  static func fingerprint(_ secret: [UInt8]) -> String {
    String(secret.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(length))
  }

  /// Whether a secret was allowed.
  func contains(_ fingerprint: String) -> Bool { prints.look { $0.contains(fingerprint) } }

  /// Allows secrets.
  ///
  /// - Throws: `FileError` where that cannot be kept; then nothing is allowed.
  func allow(_ fingerprints: some Sequence<String>) throws(FileError) {
    try prints.change { $0.formUnion(fingerprints) }
  }
}

package import FileSystem
internal import Git
internal import LocalState

/// The secrets that the person declared harmless or allowed to be published, by fingerprint; on this machine only.
///
/// Stored in `.git/stet/allowed-secrets`, one fingerprint a line. A fingerprint is the beginning of the git blob id of
/// the secret's bytes: it identifies the secret and does not reveal it.
package final class AllowedSecrets: Sendable {
  /// The number of hexadecimal digits in a fingerprint.
  package static let length = 16

  private let prints: StoredTable<Set<String>>

  /// Reads the file; the set is empty if the file cannot be read.
  package init(tree: any FileTree) {
    prints = StoredTable(StoredFile("allowed-secrets"), in: tree, limit: 1 << 20, .content) { bytes in
      Set(String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
    } encode: { prints in
      Array(prints.sorted().map { $0 + "\n" }.joined().utf8)
    }
  }

  /// Returns the fingerprint of a secret.
  package static func fingerprint(_ secret: [UInt8]) -> String {
    String(secret.withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(length))
  }

  /// Returns the fingerprint of the person's answer that a file with a secret of a kind stays on this machine, with no
  /// question about it.
  package static func fingerprint(holding path: String, kind: String) -> String {
    fingerprint(Array("held \(path)\n\(kind)".utf8))
  }

  /// Whether the person allowed a secret.
  package func contains(_ fingerprint: String) -> Bool { prints.look { $0.contains(fingerprint) } }

  /// Adds secrets to the allowed ones.
  ///
  /// - Throws: `FileError` if the file cannot be written; then no secret is added.
  package func allow(_ fingerprints: some Sequence<String>) throws(FileError) {
    try prints.change { $0.formUnion(fingerprints) }
  }
}

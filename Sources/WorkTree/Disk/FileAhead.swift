package import FileSystem
package import GitObjects

/// A file that another thread read before the recorder examines it, with everything that depends only on its bytes.
package struct FileAhead: Sendable {
  /// The bytes with the stamp of the descriptor from which they were read; settled.
  package let content: FileContent
  /// The bytes as a pack stores them.
  package let blob: PackableBlob
  /// Whether the bytes have nothing that looks like a secret.
  package let isFreeOfSecrets: Bool

  /// Takes a file.
  package init(content: FileContent, blob: PackableBlob, isFreeOfSecrets: Bool) {
    self.content = content
    self.blob = blob
    self.isFreeOfSecrets = isFreeOfSecrets
  }
}

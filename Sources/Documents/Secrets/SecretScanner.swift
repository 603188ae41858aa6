/// Finds secrets in a text: keys, tokens and passwords of well-known forms. Pure.
///
/// Searches the text and encoded parts of it (`SecretSearch`). It does not find secrets in split strings, encrypted
/// texts or archives.
package enum SecretScanner {
  /// Returns at most so many first bytes of a gzip file's content; nil if the bytes are no gzip file.
  package typealias Inflate = @Sendable (_ file: [UInt8], _ limit: Int) -> [UInt8]?

  /// The largest number of secrets to find: one is enough to hold a file.
  static let most = 32

  /// Returns the secrets in a text, in order of their lines.
  ///
  /// - Parameter inflate: unpacks gzip files, which are not opened without it.
  package static func secrets(in bytes: [UInt8], inflate: @escaping Inflate = { _, _ in nil }) -> [FoundSecret] {
    var search = SecretSearch(of: bytes, inflate: inflate)
    return search.secrets(in: bytes)
  }
}

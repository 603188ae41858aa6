internal import FoundationEssentials
internal import WorkspaceAPI

extension ReadResult {
  /// Returns the file's bytes.
  ///
  /// - Throws: `VerbError` if the daemon's text is not in the encoding that it names.
  func bytes() throws(VerbError) -> [UInt8] {
    guard encoding == "base64" else { return Array(content.utf8) }
    guard let data = Data(base64Encoded: content) else {
      throw VerbError(.failed, "The content of \(path) came in a form that cannot be read.", next: "Try again.")
    }
    return [UInt8](data)
  }
}

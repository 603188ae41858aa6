/// A file that Stet creates in a new folder.
package struct TemplateContent: Hashable, Sendable {
  /// Its path from the folder's root.
  package var path: String
  /// Its content.
  package var bytes: [UInt8]

  /// Makes a file.
  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
  }
}

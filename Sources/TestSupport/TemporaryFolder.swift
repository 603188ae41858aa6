internal import Glibc

/// A new folder on disk that is deleted with this value.
package final class TemporaryFolder: Sendable {
  /// The absolute path; empty if no folder could be made.
  package let path: String
  private let isKept: Bool

  /// Makes a folder.
  ///
  /// - Parameters:
  ///   - parent: `/var/tmp` for tests with vim and emacs, which make no backups in `/tmp`.
  ///   - isKept: whether the folder is kept for inspection.
  package init(in parent: String = "/tmp", isKept: Bool = false) {
    self.isKept = isKept
    var template = Array("\(parent)/stet-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    guard !path.isEmpty, !isKept else { return }
    Self.empty(path.utf8.map { CChar(bitPattern: $0) })
    rmdir(path)
  }

  /// Returns the path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The error for a file that could not be written.
  package struct NotWritten: Error {
    /// The path of the file.
    package let path: String
  }

  /// Writes a file and makes its parent folders.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    for (index, letter) in name.utf8.enumerated() where letter == UInt8(ascii: "/") {
      mkdir(file(String(decoding: name.utf8.prefix(index), as: UTF8.self)), 0o755)
    }
    guard let stream = fopen(file(name), "we") else { throw NotWritten(path: file(name)) }
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, count == bytes.count else { throw NotWritten(path: file(name)) }
  }

  /// Writes a text file.
  package func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Returns a file's bytes; nil if it does not exist.
  package func read(_ name: String) -> [UInt8]? {
    guard let stream = fopen(file(name), "re") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return ferror(stream) == 0 ? bytes : nil
  }

  /// Returns a file's text; nil if it does not exist.
  package func text(_ name: String) -> String? { read(name).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the names in a folder, in order; empty if it does not exist.
  package func names(_ folder: String) -> [String] {
    Self.names(in: file(folder).utf8.map { CChar(bitPattern: $0) })
      .map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }.sorted()
  }

  // Names are bytes, not text, since they need not be UTF-8. One folder is open at a time, since some tests make deep
  // ones.
  private static func empty(_ path: [CChar]) {
    for name in names(in: path) {
      let child = path + [47] + name
      if unlink(child + [0]) != 0 {
        empty(child)
        rmdir(child + [0])
      }
    }
  }

  private static func names(in path: [CChar]) -> [[CChar]] {
    guard let stream = opendir(path + [0]) else { return [] }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name != [46], name != [46, 46] { names.append(name) }
    }
    return names
  }
}

import Glibc

/// A new folder that goes with this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/stet-large-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    if !path.isEmpty { _ = Shell.run("rm -rf '\(path)'") }
  }

  /// Where a file of that name stands.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  func write(_ name: String, _ bytes: [UInt8]) {
    guard let stream = fopen(file(name), "w") else { return }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  /// The names in a folder below; none where it is missing.
  func names(_ name: String) -> [String] {
    Shell.run("ls -A '\(file(name))' 2>/dev/null").output.split(separator: "\n").map(String.init)
  }
}

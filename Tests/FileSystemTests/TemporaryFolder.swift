import Glibc

/// A new folder that goes with this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/stet-files-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    guard !path.isEmpty else { return }
    Self.empty(path.utf8.map { CChar(bitPattern: $0) })
    rmdir(path)
  }

  // Bytes, not text: names need not be UTF-8.
  private static func empty(_ path: [CChar]) {
    guard let stream = opendir(path + [0]) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
        }
      }
      guard name != [46], name != [46, 46] else { continue }
      let child = path + [47] + name
      if unlink(child + [0]) != 0 {
        empty(child)
        rmdir(child + [0])
      }
    }
  }
}

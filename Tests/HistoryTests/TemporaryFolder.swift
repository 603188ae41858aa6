import Glibc

/// A new folder that goes with this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/stet-history-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    guard !path.isEmpty else { return }
    Self.empty(path.utf8.map { CChar(bitPattern: $0) })
    rmdir(path)
  }

  // Bytes, not text: names need not be UTF-8. One folder is open at a time: some tests make deep ones.
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

internal import Glibc

/// The entries of a folder of the kernel whose names are numbers: processes in `/proc`, descriptors in `/proc/self/fd`.
package enum KernelNumbers {
  /// Returns the numbers; none if the folder cannot be listed.
  package static func list(_ folder: String) -> [Int32] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [Int32] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let number = Int32(name) { found.append(number) }
    }
    return found
  }
}

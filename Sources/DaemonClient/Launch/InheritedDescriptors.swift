internal import Glibc

/// The descriptors that a child of this process would get.
enum InheritedDescriptors {
  /// The descriptors beside standard input, output and error that are not closed on exec: pipes and files of this
  /// program's starter.
  static var beyondStandard: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let number = Int32(name), number > 2, fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { found.append(number) }
    }
    return found
  }
}

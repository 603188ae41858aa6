internal import Glibc

/// The reason why a file or folder of a source cannot be read or written.
struct SourceFault: Error, Hashable {
  var path: String
  /// The reason, without a full stop.
  var reason: String

  /// Makes the fault of a system call that just failed.
  static func last(_ path: String) -> SourceFault {
    SourceFault(path: path, reason: String(cString: strerror(errno)).lowercased())
  }

  /// The sentence for people, without a full stop.
  var sentence: String { "\(path): \(reason)" }
}

/// Reads files and folders outside the workspace.
enum SourceFile {
  /// An entry of a folder.
  struct Entry: Hashable {
    var name: String
    var isFolder: Bool
  }

  /// Whether a path leads to a folder; nil if there is nothing.
  static func isFolder(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - limit: the largest size in bytes.
  ///   - cuts: whether only the beginning of a larger file is read; otherwise it is refused.
  /// - Returns: the bytes, and the time of the last change in seconds since 1970.
  static func read(
    _ path: String, limit: Int, cuts: Bool = false
  ) throws(SourceFault) -> (bytes: [UInt8], changed: Int64) {
    // A pipe in place of the file would block the thread for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SourceFault(path: path, reason: "it is no regular file") }
    guard cuts || Int(status.st_size) <= limit else {
      throw SourceFault(path: path, reason: "it is larger than \(limit >> 20) MB")
    }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: min(limit, max(4_096, Int(status.st_size))) + 1)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &room, min(room.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(path) }
      if count == 0 { break }
      bytes += room[..<count]
    }
    return (bytes, Int64(status.st_mtim.tv_sec))
  }

  /// Returns the time of a file's last change in seconds since 1970; nil if there is none.
  static func changed(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
  }

  /// Returns the present time in seconds since 1970.
  @Sendable static func now() -> Int64 { Int64(time(nil)) }

  /// Returns the target of a symbolic link; nil for anything else.
  static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Returns the entries of a folder without hidden ones, by name.
  static func entries(of folder: String) throws(SourceFault) -> [Entry] {
    guard let stream = opendir(folder) else { throw .last(folder) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let kind = entry.pointee.d_type
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      guard !name.hasPrefix(".") else { continue }
      // A link is followed; some file systems give no kinds.
      let isKnown = kind == UInt8(DT_DIR) || kind == UInt8(DT_REG)
      let isFolder = isKnown ? kind == UInt8(DT_DIR) : isFolder("\(folder)/\(name)") == true
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries.sorted { $0.name < $1.name }
  }
}

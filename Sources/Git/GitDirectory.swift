internal import GitObjects
internal import Glibc

/// The `.git` directory as files: small ones read whole, replaced by rename, locked the way git locks.
struct GitDirectory: Sendable {
  /// The absolute path, without a slash at its end.
  let path: String

  /// The absolute path of a name in it.
  func path(_ name: String) -> String { path + "/" + name }

  /// The content of a file, or its beginning where it is longer than a limit; nil where there is none.
  ///
  /// - Throws: `.failed` where it is there and cannot be read.
  func read(_ name: String, atMost limit: Int = .max) throws(ObjectStoreError) -> [UInt8]? {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR || errno == EISDIR { return nil }
      throw GitError.system("\(path(name)) could not be opened")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw GitError.system("\(path(name)) could not be examined") }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(limit, Int(status.st_size))
    var done = 0
    let content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while done < size {
        let taken = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: done), size - done)
        if taken <= 0 { break }
        done += taken
      }
      count = done
    }
    guard done == size else { throw GitError.system("\(path(name)) could not be read") }
    return content
  }

  /// The content of a small text file without white space at its end; nil where there is none.
  func text(_ name: String) throws(ObjectStoreError) -> String? {
    guard var bytes = try read(name) else { return nil }
    while let last = bytes.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether something of the name is there; a broken link is.
  func exists(_ name: String) -> Bool {
    var status = stat()
    return lstat(path(name), &status) == 0
  }

  /// The stat values of a name, links not followed; nil where there is nothing.
  func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status : nil
  }

  /// Makes the directories above a name.
  ///
  /// - Throws: `.failed` where one cannot be made.
  func makeParents(of name: String) throws(ObjectStoreError) {
    var made = ""
    for part in name.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
      made += (made.isEmpty ? "" : "/") + String(decoding: Array(part), as: UTF8.self)
      guard mkdir(path(made), 0o777) == 0 || errno == EEXIST else {
        throw GitError.system("\(path(made)) could not be made")
      }
    }
  }

  /// Makes a file that must not exist yet, with a content; false where it exists.
  ///
  /// Missing directories above it are made. A file that could not be filled is removed again.
  ///
  /// - Throws: `.failed` where it cannot be made or written.
  func create(
    _ name: String, _ content: [UInt8], mode: mode_t = 0o666, sync: Bool = false
  ) throws(ObjectStoreError) -> Bool {
    var descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    // `git prune` removes empty directories of objects, also one that was made this moment.
    for _ in 0..<10 where descriptor < 0 && errno == ENOENT {
      try makeParents(of: name)
      descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw GitError.system("\(path(name)) could not be made")
    }
    let written = Self.write(content, to: descriptor) && (!sync || fsync(descriptor) == 0)
    let code = errno
    guard close(descriptor) == 0, written else {
      unlink(path(name))
      throw GitError.system("\(path(name)) could not be written", code: written ? errno : code)
    }
    return true
  }

  /// Writes a whole buffer; false with `errno` where it does not go.
  static func write(_ content: [UInt8], to descriptor: Int32) -> Bool {
    content.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let taken = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if taken < 0, errno == EINTR { continue }
        if taken < 0 { return false }
        done += taken
      }
      return true
    }
  }

  /// Renames within the directory.
  ///
  /// - Throws: `.failed` where it does not go.
  func rename(_ old: String, to new: String) throws(ObjectStoreError) {
    guard Glibc.rename(path(old), path(new)) == 0 else {
      throw GitError.system("\(path(old)) could not be renamed to \(new)")
    }
  }

  /// Gives a file a second name; false where that stands already. Missing directories above it are made.
  ///
  /// - Throws: `.failed` where it does not go.
  func link(_ name: String, to second: String) throws(ObjectStoreError) -> Bool {
    if Glibc.link(path(name), path(second)) == 0 { return true }
    if errno == ENOENT {
      try makeParents(of: second)
      if Glibc.link(path(name), path(second)) == 0 { return true }
    }
    if errno == EEXIST { return false }
    throw GitError.system("\(path(second)) could not be made")
  }

  /// Removes a file; nothing where there is none.
  func remove(_ name: String) {
    unlink(path(name))
  }

  /// Removes an empty directory; nothing where there is none.
  func removeDirectory(_ name: String) { rmdir(path(name)) }

  /// Flushes a file's content to the device.
  ///
  /// - Throws: `.failed` where it is not there or the device refuses.
  func syncFile(_ name: String) throws(ObjectStoreError) {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(path(name)) could not be synced") }
  }

  /// Flushes a directory's entries to the device.
  ///
  /// - Throws: `.failed` where the device refuses.
  func syncDirectory(_ name: String) throws(ObjectStoreError) {
    let descriptor = open(path(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(path(name)) could not be synced") }
  }

  /// The names in a directory, without `.` and `..`, in no order; empty where it is not there.
  func names(in name: String) -> [String] {
    guard let directory = opendir(path(name)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let text = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if text != ".", text != ".." { names.append(text) }
    }
    return names
  }
}

internal import CGit2
internal import GitObjects
internal import Glibc

/// The `.git` directory as files: small ones are read whole, replaced by rename, and locked as git does.
struct GitDirectory: Sendable {
  /// The absolute path without a trailing slash.
  let path: String

  /// Returns the absolute path of a name in it.
  func path(_ name: String) -> String { path + "/" + name }

  /// Returns the content of a file, at most its first `limit` bytes; nil if it does not exist.
  ///
  /// - Throws: `.failed` if it exists and cannot be read.
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

  /// Returns a small text file's content without trailing white space; nil if it does not exist.
  func text(_ name: String) throws(ObjectStoreError) -> String? {
    guard var bytes = try read(name) else { return nil }
    while let last = bytes.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a name exists, also as a broken link.
  func exists(_ name: String) -> Bool {
    var status = stat()
    return lstat(path(name), &status) == 0
  }

  /// Returns the stat of a name without following links; nil if it does not exist.
  func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status : nil
  }

  /// Creates the parent directories of a name.
  ///
  /// - Throws: `.failed` if one cannot be created.
  func makeParents(of name: String) throws(ObjectStoreError) {
    var made = ""
    for part in name.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
      made += (made.isEmpty ? "" : "/") + String(decoding: Array(part), as: UTF8.self)
      guard mkdir(path(made), 0o777) == 0 || errno == EEXIST else {
        throw GitError.system("\(path(made)) could not be created")
      }
    }
  }

  /// Creates a new file with a content; returns false if it exists.
  ///
  /// Missing parent directories are created. A file that could not be written is deleted again.
  ///
  /// - Throws: `.failed` if it cannot be created or written.
  func create(
    _ name: String, _ content: [UInt8], mode: mode_t = 0o666, sync: Bool = false
  ) throws(ObjectStoreError) -> Bool {
    var descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    // `git prune` removes empty object directories, even one created this moment.
    for _ in 0..<10 where descriptor < 0 && errno == ENOENT {
      try makeParents(of: name)
      descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw GitError.system("\(path(name)) could not be created")
    }
    let written = Self.write(content, to: descriptor) && (!sync || fsync(descriptor) == 0)
    let code = errno
    guard close(descriptor) == 0, written else {
      unlink(path(name))
      throw GitError.system("\(path(name)) could not be written", code: written ? errno : code)
    }
    return true
  }

  /// Writes a whole buffer; returns false with `errno` on failure.
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

  /// Renames a file within the directory.
  ///
  /// - Throws: `.failed` if the system call fails.
  func rename(_ old: String, to new: String) throws(ObjectStoreError) {
    guard Glibc.rename(path(old), path(new)) == 0 else {
      throw GitError.system("\(path(old)) could not be renamed to \(new)")
    }
  }

  /// Creates a hard link; returns false if the new name exists. Missing parent directories are created.
  ///
  /// - Throws: `.failed` if the system call fails.
  func link(_ name: String, to second: String) throws(ObjectStoreError) -> Bool {
    if Glibc.link(path(name), path(second)) == 0 { return true }
    if errno == ENOENT {
      try makeParents(of: second)
      if Glibc.link(path(name), path(second)) == 0 { return true }
    }
    if errno == EEXIST { return false }
    throw GitError.system("\(path(second)) could not be created")
  }

  /// Deletes a file; does nothing if it does not exist.
  func remove(_ name: String) {
    unlink(path(name))
  }

  /// Deletes an empty directory; does nothing if it does not exist.
  func removeDirectory(_ name: String) { rmdir(path(name)) }

  /// Flushes a file's content to the device.
  ///
  /// - Throws: `.failed` if the file does not exist or the device fails.
  func syncFile(_ name: String) throws(ObjectStoreError) {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(path(name)) could not be synced") }
  }

  /// Flushes a directory's entries to the device.
  ///
  /// - Throws: `.failed` if the device fails.
  func syncDirectory(_ name: String) throws(ObjectStoreError) {
    let descriptor = open(path(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError.system("\(path(name)) could not be synced") }
  }

  /// Returns the names in a directory without `.` and `..`, in no order; none if it does not exist.
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

/// Converts failures of libgit2 and of system calls to this module's errors.
enum GitError {
  /// Returns the error of a call that returned `status`, with libgit2's message.
  ///
  /// Must be called directly after the failing call and before any suspension, because the message belongs to the
  /// thread.
  static func last(_ status: Int32, _ doing: String) -> ObjectStoreError {
    var why = "status \(status)"
    if let error = git_error_last(), let message = error.pointee.message { why = String(cString: message) }
    git_error_clear()
    return .failed("\(doing): \(why)")
  }

  /// Returns the error of a failed system call; reads `errno`, so it must be called at once.
  static func system(_ doing: String, code: Int32 = errno) -> ObjectStoreError {
    .failed("\(doing): \(String(cString: strerror(code)))")
  }
}

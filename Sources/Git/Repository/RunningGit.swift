internal import GitObjects
internal import Glibc

/// The processes of git that run on this machine.
package enum RunningGit {
  /// Returns the time when the machine was started, in seconds since 1970.
  static func bootTime() -> Int64? {
    guard let text = try? GitDirectory(path: "/proc").stream("stat") else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("btime ") { return Int64(line.dropFirst(6)) }
    return nil
  }

  /// Returns whether a process of this user named git works in a folder: its working directory or an argument is there.
  package static func works(in root: String) -> Bool {
    let processes = GitDirectory(path: "/proc")
    var resolved = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard realpath(root, &resolved) != nil else { return true }
    let home = String(decoding: resolved.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in processes.names(in: "") where name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      guard let comm = try? processes.stream(name + "/comm"), comm == "git\n" || comm.hasPrefix("git-") else {
        continue
      }
      guard processes.status(name)?.st_uid == getuid() else { continue }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = readlink(processes.path(name + "/cwd"), &buffer, Int(PATH_MAX))
      guard length > 0 else {
        // A dead process that was not reaped has no working directory; one that cannot be examined counts as working
        // here.
        if errno == ENOENT { continue }
        return true
      }
      let place = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if place == home || place.hasPrefix(home + "/") { return true }
      let words = ((try? processes.stream(name + "/cmdline")) ?? "").split(separator: "\0")
      if words.contains(where: { $0.hasPrefix(home + "/") || $0.hasPrefix(root + "/") }) { return true }
    }
    return false
  }
}

extension GitDirectory {
  /// Returns the text of a file whose size is not known beforehand, as in `/proc`.
  ///
  /// - Throws: `.failed` if it cannot be opened.
  func stream(_ name: String) throws(ObjectStoreError) -> String {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system("\(path(name)) could not be opened") }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { return String(decoding: content, as: UTF8.self) }
      content.append(contentsOf: buffer[..<count])
    }
  }
}

internal import WorkspaceAPI
internal import FileSystem
internal import FileWatching
internal import Glibc
internal import GitObjects

extension FolderReader {
  /// The largest number of editors' files that are read for one answer; further documents are reported by path only.
  private static let mostRead = 100
  /// The largest size of an editor's file that is read: a swap file grows with the edits, and its beginning names the
  /// user.
  private static let largest: Int64 = 1 << 20

  /// Returns the documents that are open in an editor, read from the editors' files beside them.
  ///
  /// - Parameter files: the documents, each with the file of its editor. For a file that cannot be read, the entry has
  ///   only the path.
  func presence(_ files: [WorkspacePath: WorkspacePath]) -> [PresenceEntry] {
    let host = Self.hostName()
    return files.sorted { $0.key < $1.key }.enumerated().map { place, pair in
      let (document, file) = pair
      guard place < Self.mostRead, let bytes = beginning(of: file),
        let lock = EditorLock(name: file.name, bytes: bytes)
      else { return PresenceEntry(path: document.string) }
      var entry = PresenceEntry(
        path: document.string, program: lock.program, user: lock.user, host: lock.host, pid: lock.pid)
      if let pid = lock.pid, lock.host == host { entry.stale = kill(pid, 0) != 0 && errno == ESRCH }
      return entry
    }
  }

  /// Returns this machine's name in the form that editors write.
  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func beginning(of file: WorkspacePath) -> [UInt8]? {
    do throws(FileError) { return try openTree().read(FileLocation(file), limit: Self.largest)?.bytes } catch {
      return nil
    }
  }
}

internal import WorkspaceAPI
internal import FileSystem
internal import FileWatching
internal import Glibc
internal import GitObjects

extension FolderReader {
  /// How many files of editors are read for one answer; of further documents only the path is told.
  private static let mostRead = 100
  /// A swap file has the size of what was typed; its beginning says who, and one beyond this is not read.
  private static let largest: Int64 = 1 << 20

  /// Who has documents open, as the files beside them say.
  ///
  /// - Parameter files: the documents, each with the file of its editor. What cannot be read says nothing more.
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

  /// This machine's name, as editors write it into their files.
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

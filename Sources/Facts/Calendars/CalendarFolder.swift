/// The iCalendar files of a source: one file, or the files of a folder and its folders.
struct CalendarFolder {
  /// The largest file, the most bytes of all files and the most files that are read.
  private static let largest = 32 << 20, mostBytes = 128 << 20, mostFiles = 20_000
  /// The deepest folder that is searched.
  private static let deepest = 4

  /// The sentences on files that could not be read.
  private(set) var problems: [String] = []
  private let path: String
  private var bytes = 0
  private var files = 0

  /// Takes a file or folder.
  init(_ path: String) { self.path = path }

  /// Calls a function with the name and the bytes of each file.
  ///
  /// - Throws: `SourceFault` if there is no file or folder, or the folder cannot be listed.
  mutating func read(_ body: (_ name: String, _ bytes: [UInt8]) -> Void) throws(SourceFault) {
    guard let isFolder = SourceFile.isFolder(path) else {
      throw SourceFault(path: path, reason: "there is no such file or folder")
    }
    guard isFolder else { return body(Self.name(of: path), try SourceFile.read(path, limit: Self.largest).bytes) }
    try read(folder: path, name: "", depth: 0, body)
  }

  private mutating func read(
    folder: String, name prefix: String, depth: Int, _ body: (String, [UInt8]) -> Void
  ) throws(SourceFault) {
    for entry in try SourceFile.entries(of: folder) {
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder {
        guard depth < Self.deepest else { continue }
        do throws(SourceFault) {
          try read(folder: path, name: "\(prefix)\(entry.name)/", depth: depth + 1, body)
        } catch {
          problems.append(error.sentence)
        }
        continue
      }
      guard entry.name.lowercased().hasSuffix(".ics") else { continue }
      guard files < Self.mostFiles, bytes < Self.mostBytes else {
        problems.append("\(self.path): it has more files than are read; further ones were left out")
        return
      }
      files += 1
      do throws(SourceFault) {
        let content = try SourceFile.read(path, limit: Self.largest).bytes
        bytes += content.count
        body(prefix + entry.name, content)
      } catch {
        problems.append(error.sentence)
      }
    }
  }

  private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

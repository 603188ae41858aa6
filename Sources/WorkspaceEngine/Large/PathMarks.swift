internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Threads

/// Files and folders of which something is noted, on this machine only: that their contents are pinned, or that they were
/// evicted and come again only when they are asked for.
final class PathMarks: Sendable {
  private let marks: StoredTable<Set<NameKey>>

  /// Reads them; none where they cannot be read.
  ///
  /// - Parameter name: their file in `.git/stet`: a path a line, escaped as trailers are; an empty one is the whole folder.
  init(_ name: String, tree: (any FileTree)?) {
    marks = StoredTable(StoredFile(name), in: tree, limit: 1 << 24, .content) { bytes in
      let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      return Set(lines.dropLast().map { NameKey(TrailerText.unescape($0)) })
    } encode: { marks in
      Array(marks.map { TrailerText.escape(String($0.text)) + "\n" }.sorted().joined().utf8)
    }
  }

  /// Whether nothing is marked.
  var isEmpty: Bool { marks.look(\.isEmpty) }

  /// Whether a path, or a folder that it is in, is marked.
  func covers(_ path: String) -> Bool {
    marks.look { marks in
      if marks.isEmpty { return false }
      return marks.contains(NameKey("")) || Self.covers(path, marks)
    }
  }

  private static func covers(_ path: some StringProtocol, _ marks: Set<NameKey>) -> Bool {
    if marks.contains(NameKey(String(path))) { return true }
    return path.utf8.indices.contains { index in
      path.utf8[index] == UInt8(ascii: "/") && marks.contains(NameKey(String(path[..<index])))
    }
  }

  /// Marks paths, or takes them and what is below them out.
  ///
  /// - Throws: `FileError` where that cannot be kept; then nothing changes.
  func change(adding added: [String], removing removed: [String]) async throws(FileError) {
    try await onThread("stet.marks") { () throws(FileError) in
      try self.marks.change { marks in
        if !removed.isEmpty, !marks.isEmpty {
          let gone = Set(removed.map(NameKey.init))
          marks = gone.contains(NameKey("")) ? [] : marks.filter { !Self.covers($0.text, gone) }
        }
        marks.formUnion(added.map(NameKey.init))
      }
    }
  }
}

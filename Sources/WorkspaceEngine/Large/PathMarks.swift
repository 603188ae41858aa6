internal import Documents
internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Threads

/// Files and folders with a mark, on this machine only: their contents are pinned, or they were evicted and are
/// downloaded again only on request.
final class PathMarks: Sendable {
  private let marks: StoredTable<Set<NameKey>>

  /// Reads the marks; the set is empty if the file cannot be read.
  ///
  /// - Parameter name: the file in `.git/stet`: one path a line, escaped like trailers; an empty line is the whole
  ///   folder.
  init(_ name: String, tree: (any FileTree)?) {
    marks = StoredTable(StoredFile(name), in: tree, limit: 1 << 24, .content) { bytes in
      let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      return Set(lines.dropLast().map { NameKey(TrailerText.unescape($0)) })
    } encode: { marks in
      Array(marks.map { TrailerText.escape(String($0.text)) + "\n" }.sorted().joined().utf8)
    }
  }

  /// Whether no path is marked.
  var isEmpty: Bool { marks.look(\.isEmpty) }

  /// Whether a path, or a folder that contains it, is marked.
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

  /// Marks the added paths; removes the marks of the removed paths and of everything below them.
  ///
  /// - Throws: `FileError` if the file cannot be written; then nothing changes.
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

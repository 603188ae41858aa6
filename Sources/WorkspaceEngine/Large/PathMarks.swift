internal import Documents
internal import FileSystem
internal import GitObjects
internal import Synchronization

/// Files and folders of which something is noted, on this machine only: that their contents are pinned, or that they were
/// evicted and come again only when they are asked for.
final class PathMarks: Sendable {
  private let tree: (any FileTree)?
  private let name: String
  private let marks: Mutex<Set<NameKey>>

  /// Reads them; none where they cannot be read.
  ///
  /// - Parameter name: their file in `.git/stet`: a path a line, escaped as trailers are; an empty one is the whole folder.
  init(_ name: String, tree: (any FileTree)?) {
    self.tree = tree
    self.name = name
    let content = try? tree?.read(.store(name), limit: 1 << 24)
    let text = content.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    marks = Mutex(Set(lines.map { NameKey(TrailerText.unescape($0)) }))
  }

  /// Whether nothing is marked.
  var isEmpty: Bool { marks.withLock(\.isEmpty) }

  /// Whether a path, or a folder that it is in, is marked.
  func covers(_ path: String) -> Bool {
    marks.withLock { marks in
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
  func change(adding added: [String], removing removed: [String]) throws(FileError) {
    // Under one lock to the end: of two changes at once none is lost, and the file is what was noted last.
    try marks.withLock { marks throws(FileError) in
      var all = marks
      if !removed.isEmpty, !all.isEmpty {
        let gone = Set(removed.map(NameKey.init))
        all = gone.contains(NameKey("")) ? [] : all.filter { !Self.covers($0.text, gone) }
      }
      all.formUnion(added.map(NameKey.init))
      if all == marks { return }
      if let tree {
        let fresh = FileLocation.store("\(name).new")
        try tree.remove(fresh)
        let lines = all.map { TrailerText.escape(String($0.text)) + "\n" }.sorted()
        try tree.create(fresh, bytes: Array(lines.joined().utf8), permissions: 0o600, durable: true)
        try tree.replace(.store(name), with: fresh)
      }
      marks = all
    }
  }
}

/// A unified difference of one or several files, as git and `diff -u` write it.
struct UnifiedPatch: Hashable, Sendable {
  /// The changes of one file.
  struct File: Hashable, Sendable {
    /// The old path, as it is written; nil for a new file.
    var old: String?
    /// The new path; nil for a deleted file.
    var new: String?
    /// The changed places, in order.
    var hunks: [PatchHunk] = []
    /// Whether the file is executable afterwards; nil if the patch does not set it.
    var isExecutable: Bool?
  }

  /// The files, in order.
  var files: [File] = []

  private var lines: ArraySlice<ArraySlice<UInt8>>
  private let count: Int

  /// Reads a patch.
  ///
  /// - Throws: `ToolFailure` for a text that is no unified difference, and for binary ones, copies and links.
  init(_ text: String) throws(ToolFailure) {
    lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    count = lines.count
    if lines.last?.isEmpty == true { lines.removeLast() }
    while let line = next {
      if line.hasPrefix("diff --git ") {
        try readExtended()
      } else if line.hasPrefix("--- "), isHeader(1) {
        try readFile(File())
      } else if line.hasPrefix("@@ ") {
        throw fault("a place that changes comes before the names of its file (--- and +++)")
      } else {
        lines.removeFirst()
      }
    }
    guard !files.isEmpty else {
      throw ToolFailure("The patch names no file: each begins with a line '--- a/PATH' and one '+++ b/PATH'.")
    }
  }

  private var next: String? { lines.first.map { String(decoding: $0, as: UTF8.self) } }

  private func isHeader(_ offset: Int) -> Bool {
    let index = lines.startIndex + offset
    return index < lines.endIndex && lines[index].starts(with: "+++ ".utf8)
  }

  private func fault(_ what: String) -> ToolFailure {
    ToolFailure("Line \(lines.startIndex + 1) of the patch: \(what).")
  }

  private mutating func readExtended() throws(ToolFailure) {
    var file = File()
    let header = PatchName.pair(next ?? "")
    (file.old, file.new) = header
    lines.removeFirst()
    while let line = next {
      if line.hasPrefix("--- "), isHeader(1) { return try readFile(file) }
      if line.hasPrefix("diff ") || line.hasPrefix("@@ ") { break }
      if line.hasPrefix("new file mode ") {
        file.isExecutable = try mode(line)
        file.old = nil
      } else if line.hasPrefix("deleted file mode ") {
        file.new = nil
      } else if line.hasPrefix("old mode ") {
        _ = try mode(line)
      } else if line.hasPrefix("new mode ") {
        file.isExecutable = try mode(line)
      } else if line.hasPrefix("rename from ") {
        file.old = PatchName.plain(line.dropFirst(12))
      } else if line.hasPrefix("rename to ") {
        file.new = PatchName.plain(line.dropFirst(10))
      } else if line.hasPrefix("copy from ") {
        throw fault("copies are not made by patches; use copy_file")
      } else if line.hasPrefix("GIT binary patch") || line.hasPrefix("Binary files ") {
        throw fault("binary files cannot be patched")
      }
      lines.removeFirst()
    }
    guard file.old != nil || file.new != nil else { throw fault("a file without a name") }
    if file.old != file.new || file.isExecutable != nil { files.append(file) }
  }

  /// Returns whether a line about a mode makes the file executable.
  private func mode(_ line: String) throws(ToolFailure) -> Bool {
    switch line.split(separator: " ").last {
    case "100644": return false
    case "100755": return true
    case "120000", "160000": throw fault("links cannot be made")
    default: throw fault("no file has this mode; 100644 and 100755 are those there are")
    }
  }

  private mutating func readFile(_ known: File) throws(ToolFailure) {
    var file = known
    let (old, new) = (PatchName.header(lines.removeFirst()), PatchName.header(lines.removeFirst()))
    if known == File() {
      (file.old, file.new) = PatchName.withoutPrefixes(old, new)
    } else {
      // Not every program writes the lines about the mode of a new or deleted file.
      if old == nil { file.old = nil }
      if new == nil { file.new = nil }
    }
    guard file.old != nil || file.new != nil else { throw fault("both names are /dev/null") }
    while next?.hasPrefix("@@ ") == true { file.hunks.append(try readHunk()) }
    files.append(file)
  }

  private mutating func readHunk() throws(ToolFailure) -> PatchHunk {
    guard var hunk = PatchHunk(header: next ?? "") else {
      throw fault("a place that changes begins with '@@ -LINE,COUNT +LINE,COUNT @@'")
    }
    lines.removeFirst()
    while hunk.isOpen {
      guard let line = lines.popFirst() else {
        throw ToolFailure("The patch ends within a place that changes: its @@ line says more lines than follow.")
      }
      guard hunk.take(line) else {
        throw fault("this line begins with neither ' ', '-' nor '+', or the @@ line counts other lines than follow")
      }
    }
    while let line = lines.first, line.first == UInt8(ascii: "\\") {
      hunk.endWithoutNewline()
      lines.removeFirst()
    }
    return hunk
  }
}

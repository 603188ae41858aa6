import Glibc
import Testing

/// A repository of stock git that merges trees.
final class GitJudge {
  /// What git made of a merge.
  struct Verdict: Hashable {
    /// The tree; with marks and copies in it where it is not clean.
    var tree: String
    var isClean: Bool
  }

  private let folder: String
  private var stream = ""

  init() throws {
    var template = Array("/tmp/stet-merge-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try #require(system("git init -q --bare '\(folder)'") == 0)
  }

  deinit { system("rm -rf '\(folder)'") }

  /// Makes a branch of files in the form that `TestStore.tree` reads; `store` has them too.
  func commit(_ files: [(path: String, text: String)], as branch: String, after parent: String?, _ store: TestStore) {
    stream += "commit refs/heads/\(branch)\ncommitter T <t@t> 1 +0000\ndata 0\n"
    if let parent { stream += "from refs/heads/\(parent)\n" }
    stream += "deleteall\n"
    for (path, content) in files {
      let mark = content.utf8.first
      if mark == UInt8(ascii: "@") {
        stream += "M 160000 \(store.id(of: .blob, Array(content.utf8))) \(path)\n"
        continue
      }
      let mode = mark == UInt8(ascii: ">") ? "120000" : mark == UInt8(ascii: "!") ? "100755" : "100644"
      let body = mode == "100644" ? content : String(content.dropFirst())
      stream += "M \(mode) inline \(path)\ndata \(body.utf8.count)\n\(body)\n"
    }
    stream += "\n"
  }

  /// Stores what was committed.
  func store() throws {
    let importer = try #require(popen("git -C '\(folder)' fast-import --quiet", "w"))
    let bytes = Array(stream.utf8)
    try #require(fwrite(bytes, 1, bytes.count, importer) == bytes.count)
    try #require(pclose(importer) == 0)
    stream = ""
  }

  /// Merges two branches, renames of folders followed and histories without a common ancestor allowed.
  func merge(_ ours: String, _ theirs: String) throws -> Verdict {
    let command =
      "git -C '\(folder)' -c merge.directoryRenames=true merge-tree --write-tree --allow-unrelated-histories"
    let pipe = try #require(popen("\(command) \(ours) \(theirs) 2>/dev/null", "r"))
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let read = fread(&buffer, 1, buffer.count, pipe), read > 0 { output += buffer[..<read] }
    let isClean = pclose(pipe) == 0
    let line = output.prefix { $0 != UInt8(ascii: "\n") }
    try #require(line.count == 40)
    return Verdict(tree: String(decoding: line, as: UTF8.self), isClean: isClean)
  }
}

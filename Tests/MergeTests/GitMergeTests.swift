import Glibc
import GitObjects
import Merge
import Testing

/// Stock git as the judge: where it merges cleanly, so does Stet, and to the same tree.
struct GitMergeTests {
  @Test func `what git merges cleanly comes to the same tree`() throws {
    let count = 150
    var template = Array("/tmp/stet-merge-XXXXXX".utf8CString)
    #expect(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { system("rm -rf '\(folder)'") }
    try #require(system("git init -q --bare '\(folder)'") == 0)
    let store = TestStore()
    var cases: [(ours: SideVersion, theirs: SideVersion, base: ObjectID)] = []
    var stream = ""
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
      let folder = RandomFolder(&random)
      var sides = [folder, folder]
      for side in 0..<2 { for _ in 0..<Int.random(in: 0...3, using: &random) { sides[side].change(&random) } }
      stream += Self.commit(folder, "base\(seed)", nil)
      stream += Self.commit(sides[0], "ours\(seed)", "base\(seed)")
      stream += Self.commit(sides[1], "theirs\(seed)", "base\(seed)")
      cases.append(
        (
          SideVersion(tree: try store.tree(sides[0].sorted)), SideVersion(tree: try store.tree(sides[1].sorted)),
          try store.tree(folder.sorted)
        ))
    }
    let importer = try #require(popen("git -C '\(folder)' fast-import --quiet", "w"))
    let bytes = Array(stream.utf8)
    #expect(fwrite(bytes, 1, bytes.count, importer) == bytes.count)
    try #require(pclose(importer) == 0)
    var clean = 0
    for (seed, item) in cases.enumerated() {
      let command = "git -C '\(folder)' merge-tree --write-tree ours\(seed) theirs\(seed)"
      guard let tree = try Self.firstLine(of: command) else { continue }
      let result = try TreeMerge.merge(base: item.base, ours: item.ours, theirs: item.theirs, in: store)
      // git also follows a renamed file by likeness; here an edit that meets a deletion stays where it is.
      if result.conflicts.contains(where: { $0.reason == .deletion }) { continue }
      clean += 1
      #expect(result.tree.hex == tree && result.conflicts.isEmpty, "seed \(seed)")
    }
    #expect(clean > count / 2)
  }

  /// The first line that a command prints; nil where it fails.
  private static func firstLine(of command: String) throws -> String? {
    let pipe = try #require(popen(command + " 2>&1", "r"))
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let read = fread(&buffer, 1, buffer.count, pipe), read > 0 { output += buffer[..<read] }
    guard pclose(pipe) == 0 else { return nil }
    return String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// A commit for `git fast-import`.
  private static func commit(_ folder: RandomFolder, _ branch: String, _ parent: String?) -> String {
    var text = "commit refs/heads/\(branch)\ncommitter T <t@t> 1 +0000\ndata 0\n"
    if let parent { text += "from refs/heads/\(parent)\n" }
    text += "deleteall\n"
    for (path, content) in folder.sorted {
      let mode = content.hasPrefix(">") ? "120000" : content.hasPrefix("!") ? "100755" : "100644"
      let body = mode == "100644" ? content : String(content.dropFirst())
      text += "M \(mode) inline \(path)\ndata \(body.utf8.count)\n\(body)\n"
    }
    return text + "\n"
  }
}

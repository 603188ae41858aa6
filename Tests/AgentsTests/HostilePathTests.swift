internal import FoundationEssentials
internal import Glibc
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// Paths that must not be reached, and names that must be borne, through every tool (reliability 130 to 132, 145 to 147).
@Suite struct HostilePathTests {
  private static let outside = [
    "../out.md", "..", "/", "/etc/passwd", "/etc/shadow", "a/../../out.md", "./../out.md", "....//out.md/../../..",
    ".git/config", ".GIT/config", ".Git/hooks/pre-commit", "git~1/config", "GIT~1/HEAD", ".git/../.git/config",
    "Notes/.git/config", ".g\u{200C}it/config", ".git /config", ".git./config", ".git::$INDEX_ALLOCATION/config",
    "~root/x", "~/x", "/proc/self/environ", "/dev/zero", "a\u{0}b", "file:///etc/passwd", "\\\\host\\share",
    "link-out/passwd", "link-loop", "link-git/config", "..\u{2215}out.md",
  ]

  /// Every tool that takes a path, with what else it needs.
  static func calls(_ path: String) -> [(String, JSONValue)] {
    let path = path.json
    return [
      ("read_file", ["path": path]), ("read_text_file", ["path": path]), ("read_media_file", ["path": path]),
      ("write_file", ["path": path, "content": "evil"]),
      ("edit_file", ["path": path, "edits": [["oldText": "secret", "newText": "evil"]]]),
      ("append_file", ["path": path, "content": "evil"]), ("delete_file", ["path": path]),
      ("move_file", ["source": path, "destination": "moved.md"]),
      ("move_file", ["source": "a.md", "destination": path]),
      ("copy_file", ["source": path, "destination": "copied.md"]),
      ("copy_file", ["source": "a.md", "destination": path]), ("file_history", ["path": path]),
      ("diff_versions", ["path": path]), ("restore_version", ["path": path, "version": "HEAD"]),
      ("blame", ["path": path]), ("get_file_info", ["path": path]), ("create_directory", ["path": path]),
      ("list_directory", ["path": path]), ("directory_tree", ["path": path]), ("list_files", ["path": path]),
      ("search_files", ["path": path, "pattern": "**"]), ("search_text", ["path": path, "text": "secret"]),
      ("read_multiple_files", ["paths": [path]]), ("claim_path", ["path": path, "wait": 1, "expires": 1]),
      ("apply_patch", ["patch": "--- /dev/null\n+++ b/\(path.text ?? "")\n@@ -0,0 +1 @@\n+evil\n".json]),
    ]
  }

  @Test(arguments: outside) func `nothing outside is read or changed by any tool`(path: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let beside = String(folder.root.dropLast("Notes".count)) + "out.md"
      try Data("secret\n".utf8).write(to: URL(filePath: beside))
      try await folder.link("link-out", to: "/etc")
      try await folder.link("link-loop", to: "link-loop")
      try await folder.link("link-git", to: ".git")
      let before = FileManager.default.contents(atPath: folder.root + "/.git/config")
      for (tool, arguments) in Self.calls(path) {
        let result = await folder.call(tool, arguments)
        let said = "\(result)"
        #expect(!said.contains("root:x:0") && !said.contains("repositoryformatversion"), "\(tool) \(path): \(said)")
        if tool != "search_text" { #expect(!said.contains("secret\\n"), "\(tool) \(path): \(said)") }
      }
      #expect(FileManager.default.contents(atPath: beside) == Data("secret\n".utf8))
      #expect(FileManager.default.contents(atPath: folder.root + "/.git/config") == before)
      #expect(!FileManager.default.fileExists(atPath: folder.root + "/.git/hooks/pre-commit"))
    }
  }

  @Test(arguments: [
    "é.md", "e\u{301}.md", "\u{202E}gpj.exe", "zero\u{200B}width.md", "-rf", "--help", "*?[a].md", "a b\tc.md",
    "new\nline.md",
    "\"quoted\".md", "$(touch x)", "🐋.md", String(repeating: "é", count: 127), ":(glob)x", "HEAD", "refs/stet/tip",
    "a'b;c",
  ]) func `any name is written, read, found, moved and told of by its own bytes`(name: String) async throws {
    try await DoorFolder.use { folder in
      let written = await folder.call("write_file", ["path": name.json, "content": "whale\n"])
      #expect(!written.isError, "\(written)")
      #expect(folder.text(name) == "whale\n")
      #expect(await folder.call("read_text_file", ["path": name.json]).text == "whale\n")
      #expect(await folder.call("append_file", ["path": name.json, "content": "two\n"]).isError == false)
      let files = await folder.call("list_files", ["recursive": true]).structured?["files"]?.elements ?? []
      #expect(files.compactMap { $0["path"]?.text }.contains { $0.utf8.elementsEqual(name.utf8) }, "\(files)")
      for (tool, count) in [("file_history", "versions"), ("blame", "lines")] {
        let told = await folder.call(tool, ["path": name.json])
        #expect(told.structured?[count]?.elements?.count == 2, "\(tool): \(told)")
      }
      let hits = await folder.call("search_text", ["text": "whale", "path": name.json])
      #expect(hits.structured?["matches"]?.elements?.count == 1, "\(hits)")
      #expect(await folder.call("move_file", ["source": name.json, "destination": "moved.md"]).isError == false)
      #expect(await folder.call("copy_file", ["source": "moved.md", "destination": name.json]).isError == false)
      #expect(await folder.call("delete_file", ["path": name.json]).isError == false)
      #expect(folder.text(name) == nil && folder.text("moved.md") == "whale\ntwo\n")
    }
  }

  @Test func `a pipe, a socket's place or a device's holds up no tool`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      #expect(mkfifo(folder.root + "/pipe", 0o600) == 0)
      for (tool, arguments) in Self.calls("pipe") where tool != "move_file" && tool != "directory_tree" {
        _ = await folder.call(tool, arguments)
      }
      #expect(await folder.call("read_text_file", ["path": "pipe"]).isError)
      #expect(await folder.call("write_file", ["path": "pipe", "content": "x"]).isError)
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `nothing is moved into itself, onto another, or onto itself`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("Notes/a.md", "one\n")
      try await folder.save("b.md", "two\n")
      for (source, destination) in [
        ("Notes", "Notes/Deep"), ("Notes", "Notes/a.md"), ("Notes", "b.md"), ("b.md", "Notes"), ("b.md", "Notes/a.md"),
        ("b.md", "b.md"), ("b.md", "b.md/c.md"), ("gone", "c.md"),
      ] {
        let result = await folder.call("move_file", ["source": source.json, "destination": destination.json])
        #expect(result.isError, "\(source) to \(destination)")
      }
      #expect(folder.text("Notes/a.md") == "one\n" && folder.text("b.md") == "two\n")
    }
  }

  @Test func `a hundred readers of a file that is written get one of its versions whole, with its token`() async throws
  {
    try await DoorFolder.use { folder in
      let texts = (0..<20).map { "version \($0)\n" + String(repeating: "\($0) ", count: 2_000) + "\n" }
      var tokens = [try #require(await folder.call("write_file", ["path": "a.md", "content": texts[0].json]).token)]
      await withTaskGroup(of: [(String?, JSONValue?)].self) { group in
        for number in 0..<100 {
          group.addTask {
            var seen: [(String?, JSONValue?)] = []
            for _ in 0..<3 {
              let result = await folder.call("read_text_file", ["path": "a.md"], run: "reader \(number)")
              seen.append((result.text, result.token))
            }
            return seen
          }
        }
        for text in texts.dropFirst() {
          guard let last = tokens.last else { return }
          let result = await folder.call("write_file", ["path": "a.md", "content": text.json, "token": last])
          if let token = result.token { tokens.append(token) }
        }
        let known = Dictionary(zip(tokens, texts)) { first, _ in first }
        for await seen in group {
          for (text, token) in seen { #expect(token.flatMap { known[$0] } == text) }
        }
      }
      #expect(tokens.count == texts.count)
    }
  }
}

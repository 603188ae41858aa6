internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct PatchToolTests {
  @Test func `a patch of several files is one commit`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n2\n3\n")
      try await folder.save("gone.md", "x\n")
      try await folder.save("old.sh", "run\n")
      let patch = """
        --- a/a.md
        +++ b/a.md
        @@ -1,3 +1,3 @@
         1
        -2
        +two
         3
        --- /dev/null
        +++ b/New/b.md
        @@ -0,0 +1 @@
        +new
        --- a/gone.md
        +++ /dev/null
        @@ -1 +0,0 @@
        -x
        diff --git a/old.sh b/Bin/run.sh
        rename from old.sh
        rename to Bin/run.sh

        """
      let result = await folder.call("apply_patch", ["patch": patch.json])
      #expect(!result.isError, "\(result)")
      #expect(folder.text("a.md") == "1\ntwo\n3\n" && folder.text("New/b.md") == "new\n")
      #expect(folder.text("gone.md") == nil && folder.text("old.sh") == nil && folder.text("Bin/run.sh") == "run\n")
      let change = try #require(try await folder.lastChange("a.md"))
      for path in ["New/b.md", "gone.md", "old.sh", "Bin/run.sh"] {
        #expect(try await folder.lastChange(path)?.commit == change.commit, "\(path)")
      }
      #expect(change.tool == "apply_patch" && change.author.kind == "agent")
    }
  }

  @Test func `a patch without lines about modes deletes a file and makes one`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("gone.md", "x\n")
      let patch = """
        diff --git a/gone.md b/gone.md
        --- a/gone.md
        +++ /dev/null
        @@ -1 +0,0 @@
        -x
        diff --git a/made.md b/made.md
        --- /dev/null
        +++ b/made.md
        @@ -0,0 +1 @@
        +new

        """
      let result = await folder.call("apply_patch", ["patch": patch.json])
      #expect(!result.isError && result.text?.contains("D gone.md\nA made.md") == true, "\(result)")
      #expect(folder.text("gone.md") == nil && folder.text("made.md") == "new\n")
    }
  }

  @Test func `modes are what the patch says, and go along with a renamed file`() async throws {
    try await DoorFolder.use { folder in
      let make = """
        diff --git a/run.sh b/run.sh
        new file mode 100755
        --- /dev/null
        +++ b/run.sh
        @@ -0,0 +1,2 @@
        +1
        +2
        diff --git a/plain.md b/plain.md
        new file mode 100644
        --- /dev/null
        +++ b/plain.md
        @@ -0,0 +1 @@
        +1

        """
      #expect(await folder.call("apply_patch", ["patch": make.json]).text?.contains("A run.sh (executable)") == true)
      #expect(folder.isExecutable("run.sh") && !folder.isExecutable("plain.md"))
      let move = """
        diff --git a/run.sh b/bin/go.sh
        similarity index 50%
        rename from run.sh
        rename to bin/go.sh
        --- a/run.sh
        +++ b/bin/go.sh
        @@ -1,2 +1,2 @@
         1
        -2
        +two
        diff --git a/plain.md b/plain.md
        old mode 100644
        new mode 100755

        """
      #expect(await folder.call("apply_patch", ["patch": move.json]).isError == false)
      #expect(folder.text("bin/go.sh") == "1\ntwo\n" && folder.isExecutable("bin/go.sh"))
      #expect(folder.text("plain.md") == "1\n" && folder.isExecutable("plain.md"))
      let back = """
        diff --git a/plain.md b/plain.md
        old mode 100755
        new mode 100644
        --- a/plain.md
        +++ b/plain.md
        @@ -1 +1,2 @@
         1
        +2
        diff --git a/bin/go.sh b/go.sh
        old mode 100755
        new mode 100644
        similarity index 100%
        rename from bin/go.sh
        rename to go.sh

        """
      #expect(await folder.call("apply_patch", ["patch": back.json]).isError == false)
      #expect(folder.text("plain.md") == "1\n2\n" && !folder.isExecutable("plain.md"))
      #expect(folder.text("go.sh") == "1\ntwo\n" && !folder.isExecutable("go.sh"))
    }
  }

  @Test func `a mode that cannot be, or a part that does not fit, changes no mode`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n")
      let mode = "diff --git a/a.md b/a.md\nold mode 100644\nnew mode 100755\n"
      for patch in [
        mode + "--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-not there\n+x\n",
        "diff --git a/a.md b/a.md\nold mode 100644\nnew mode 120000\n",
        "diff --git a/a.md b/a.md\nold mode 100644\nnew mode 104755\n",
      ] {
        #expect(await folder.call("apply_patch", ["patch": patch.json]).isError)
        #expect(!folder.isExecutable("a.md"))
      }
    }
  }

  @Test(arguments: [
    "--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-not there\n+x\n", "--- /dev/null\n+++ b/b.md\n@@ -0,0 +1 @@\n+x\n",
    "--- a/gone.md\n+++ b/gone.md\n@@ -1 +1 @@\n-1\n+x\n", "--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n",
    "--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n", "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-1\n+x\n",
    "--- a/./a.md\n+++ b/./a.md\n@@ -1 +1 @@\n-1\n+x\n", "--- a/link.md\n+++ b/link.md\n@@ -1 +1 @@\n-1\n+x\n",
  ]) func `where one file cannot be written none is`(second: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n")
      try await folder.save("b.md", "mine\n")
      try await folder.link("link.md", to: "a.md")
      let patch = "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-1\n+one\n" + second
      #expect(await folder.call("apply_patch", ["patch": patch.json]).isError)
      #expect(folder.text("a.md") == "1\n" && folder.text("b.md") == "mine\n")
    }
  }

  @Test func `made from older versions, what others changed since is merged in, or nothing is written`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n2\n3\n4\n5\n")
      try await folder.save("b.md", "1\n")
      let a = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      let b = try #require(await folder.call("read_text_file", ["path": "b.md"]).token)
      try await folder.save("a.md", "1\n2\n3\n4\nmine\n")
      let first = "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n"
      let merged = await folder.call("apply_patch", ["patch": first.json, "tokens": ["a.md": a]])
      #expect(!merged.isError, "\(merged)")
      #expect(folder.text("a.md") == "one\n2\n3\n4\nmine\n")
      let second = "--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-1\n+x\n--- a/a.md\n+++ b/a.md\n@@ -5 +5 @@\n-5\n+five\n"
      let refused = await folder.call("apply_patch", ["patch": second.json, "tokens": ["a.md": a, "b.md": b]])
      #expect(refused.isError && refused.text?.contains("of the other files neither") == true, "\(refused)")
      #expect(folder.text("b.md") == "1\n" && folder.text("a.md") == "one\n2\n3\n4\nmine\n")
    }
  }

  @Test func `a try changes nothing, and what is saved but not recorded is the person's`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n")
      let patch: JSONValue = ["patch": "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-1\n+2\n", "dryRun": true]
      #expect(await folder.call("apply_patch", patch).text == "The patch fits:\nM a.md")
      #expect(folder.text("a.md") == "1\n")
    }
  }

  @Test func `patches of two files at once by many are each kept whole or refused whole`() async throws {
    try await DoorFolder.use { folder in
      let lines = (0..<12).map { "line \($0)" }
      for name in ["a.md", "b.md"] { try await folder.save(name, lines.joined(separator: "\n") + "\n") }
      let done = await withTaskGroup(of: (Int, Bool).self) { group in
        for number in lines.indices {
          group.addTask {
            let patch = ["a.md", "b.md"].map { name in
              "--- a/\(name)\n+++ b/\(name)\n@@ -\(number + 1) +\(number + 1) @@\n-line \(number)\n+LINE \(number)\n"
            }.joined()
            let result = await folder.call("apply_patch", ["patch": patch.json], run: "r\(number)")
            return (number, !result.isError)
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for name in ["a.md", "b.md"] {
        let text = folder.text(name) ?? ""
        for number in lines.indices { #expect(text.contains("LINE \(number)\n") == done[number], "\(name) \(number)") }
      }
      #expect(done.values.contains(true))
    }
  }
}

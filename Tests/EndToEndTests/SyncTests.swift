import Testing

/// Folders that exchange over an ordinary git remote.
@Suite struct SyncTests {
  @Test(arguments: ["", "file://"])
  func `what is saved in one folder is in the other, with its author`(_ scheme: String) async throws {
    try await Remote.run(scheme: scheme) { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try await a.shell("cp -r /usr/share/common-licenses licenses; rm -f $(find licenses -type l)")
      try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
      try await a.barrier()
      try await b.barrier()
      #expect(b.text("licenses/GPL-3") == String(file: "/usr/share/common-licenses/GPL-3"))
      #expect(
        try await b.blame("agent.md").map(\.author) == [RecordedAuthor(kind: "agent", name: "Claude", session: "s1")])
      #expect(try await b.log("licenses/GPL-3").map(\.author.kind) == ["user"])
      try await remote.expectConverged(folders)
    }
  }

  @Test func `a save is heard by the other folder without being asked for`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("heard.md", "by itself\n")
      let outcome = try await b.machine.shell(
        "until [ -e heard.md ]; do read -rt 0.05 <> <(:) || true; done", in: b.root)
      #expect(outcome.status == 0)
      #expect(b.text("heard.md") == "by itself\n")
      try await remote.expectConverged(folders)
    }
  }

  @Test func `edits of different files and of different lines all stand`() async throws {
    try await Remote.run(["a", "b", "c"]) { remote, folders in
      try folders[0].save("shared.md", (1...30).map { "line \($0)\n" }.joined())
      for folder in folders { try await folder.barrier() }
      for (index, folder) in folders.enumerated() {
        try folder.save("own-\(index).md", "from \(index)\n")
        try await folder.shell("sed -i 's/^line \(5 + 10 * index)$/changed in \(index)/' shared.md")
      }
      try await remote.expectConverged(folders)
      for index in folders.indices {
        #expect(folders[0].text("own-\(index).md") == "from \(index)\n")
        #expect(folders[0].text("shared.md")?.contains("changed in \(index)\n") == true)
      }
      #expect(try await folders[0].conflicts().isEmpty)
    }
  }

  @Test func `folders that are saved into apart from each other make one line of history`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("first.md", "of both\n")
      for folder in folders { try await folder.barrier() }
      for round in 1...3 {
        try await remote.whileAway {
          try a.save("a.md", "\(round) in a\n")
          try await a.stet("sync", "--wait", "--timeout", "5")
          try b.save("b.md", "\(round) in b\n")
          try await b.agent("write", "agent.md", input: "\(round) in b\n").mustSucceed()
          try await b.stet("sync", "--wait", "--timeout", "5")
        }
        try await remote.expectConverged(folders)
      }
      #expect(try await remote.git("log", "--merges", "--format=%s", "main").output.isEmpty)
      #expect(try await remote.git("rev-list", "--count", "main").word == "10")
      #expect(try await a.blame("agent.md").map(\.author.name) == ["Claude"])
    }
  }

  @Test func `of two edits of one line one stands and the other is kept, listed on both sides`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\ntwo\nthree\n")
      try a.save("other.md", "calm\n")
      try await a.barrier()
      try await b.barrier()
      try await remote.whileAway {
        try a.save("note.md", "one\nfrom a\nthree\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try b.save("note.md", "one\nfrom b\nthree\n")
        try b.save("other.md", "changed in b\n")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      try await remote.expectConverged(folders)
      let text = try #require(a.text("note.md"))
      #expect(text == "one\nfrom a\nthree\n" || text == "one\nfrom b\nthree\n")
      #expect(a.text("other.md") == "changed in b\n")
      for folder in folders {
        let kept = try await folder.conflicts()
        #expect(kept.map(\.path) == ["note.md"])
        let other = try await folder.git("cat-file", "blob", kept.first?.other ?? "none").output
        #expect(Set([text, other]) == ["one\nfrom a\nthree\n", "one\nfrom b\nthree\n"])
      }
    }
  }

  @Test func `a person's line stands where an agent changed the same one elsewhere`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\ntwo\n")
      try await a.barrier()
      try await b.barrier()
      try await remote.whileAway {
        try a.save("note.md", "one\nthe person's\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.agent("edit", "note.md", "--old", "two", "--new", "the agent's").mustSucceed()
      }
      try await remote.expectConverged(folders)
      #expect(b.text("note.md") == "one\nthe person's\n")
      #expect(try await b.conflicts().count == 1)
    }
  }

  /// The changes on both sides while they cannot meet, and the text that both must have afterwards.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let here: String
    let there: String
    let afterwards: String

    static let all = [
      Shape(
        testDescription: "delete and edit", here: "rm note.md", there: "echo more >> note.md",
        afterwards: "grep -q more note.md"),
      Shape(
        testDescription: "delete on both sides", here: "rm note.md", there: "rm note.md", afterwards: "[ ! -e note.md ]"
      ),
      Shape(
        testDescription: "rename and edit", here: "mv note.md new.md", there: "echo more >> note.md",
        afterwards: "[ ! -e note.md ]; grep -q more new.md"),
      Shape(
        testDescription: "file to folder", here: "rm note.md; mkdir note.md; echo in > note.md/in.md",
        there: "echo x > other.md", afterwards: "grep -q in note.md/in.md; [ -e other.md ]"),
      Shape(
        testDescription: "folder to file", here: "rm -r folder; echo flat > folder", there: "echo x > other.md",
        afterwards: "grep -q flat folder"),
      Shape(
        testDescription: "the same file made twice", here: "echo same > new.md", there: "echo same > new.md",
        afterwards: "grep -q same new.md"),
      Shape(
        testDescription: "a folder renamed, a file added to it", here: "mv folder moved",
        there: "echo new > folder/new.md", afterwards: "[ -e moved/in.md ]; [ -e moved/new.md ] || [ -e folder/new.md ]"
      ),
      Shape(
        testDescription: "executable bit and edit", here: "chmod +x note.md", there: "echo more >> note.md",
        afterwards: "[ -x note.md ]; grep -q more note.md"),
      Shape(
        testDescription: "a link", here: "ln -s note.md link.md", there: "echo more >> note.md",
        afterwards: "[ -L link.md ]; grep -q more link.md"),
    ]
  }

  @Test(arguments: Shape.all)
  func `every shape of change on two sides ends the same on both`(_ shape: Shape) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try await a.shell(
        "cp /usr/share/common-licenses/BSD note.md; mkdir folder; cp /usr/share/common-licenses/Artistic folder/in.md")
      try await a.barrier()
      try await b.barrier()
      try await remote.whileAway {
        try await a.shell(shape.here)
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.shell(shape.there)
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      try await remote.expectConverged(folders)
      for folder in folders { try await folder.shell(shape.afterwards) }
    }
  }

  @Test(.tags(.slow)) func `a thousand files at once arrive whole`() async throws {
    try await Remote.run { remote, folders in
      try await folders[0].shell(
        "for d in $(seq 20); do mkdir d$d; for n in $(seq 50); do echo \"$d $n\" > d$d/$n.md; done; done")
      try await remote.expectConverged(folders)
      #expect(try await folders[1].shell("cat d*/*.md | wc -l").word == "1000")
    }
  }

  @Test func `offline, saves are recorded, and go out by themselves when the remote is back`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("first.md", "one\n")
      try await remote.expectConverged(folders)
      try await remote.whileAway {
        try a.save("offline.md", "written offline\n")
        let outcome = try await a.stet("sync", "--wait", "--timeout", "5")
        #expect(outcome.status == 4, "\(outcome)")
        #expect(try await a.log("offline.md").count == 1)
      }
      let outcome = try await b.machine.shell(
        "until [ -e offline.md ]; do read -rt 0.1 <> <(:) || true; done", in: b.root, within: .seconds(90))
      #expect(outcome.status == 0, "it did not come by itself")
      try await remote.expectConverged(folders)
    }
  }

  @Test func `a remote that refuses is named with its words, and the folder goes on`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("first.md", "one\n")
      try await a.barrier()
      try await remote.machine.shell(
        "printf '#!/bin/sh\\necho \"no writing on Sundays\" >&2\\nexit 1\\n' > remote.git/hooks/pre-receive; chmod +x remote.git/hooks/pre-receive"
      )
      try a.save("second.md", "two\n")
      let outcome = try await a.stet("sync", "--wait", "--timeout", "10")
      #expect(outcome.status != 0)
      #expect((outcome.output + outcome.errors).contains("Sundays"), "\(outcome)")
      #expect(try await a.log("second.md").count == 1)
      try await a.agent("write", "third.md", input: "three\n").mustSucceed()
      try await remote.machine.shell("rm remote.git/hooks/pre-receive")
      try await a.barrier()
      #expect(try await remote.git("show", "main:third.md").output == "three\n")
    }
  }

  @Test func `a remote that never answers holds nobody up`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try await a.git("config", "remote.origin.uploadpack", "exec tail -f /dev/null;:")
      try await a.git("config", "remote.origin.receivepack", "exec tail -f /dev/null;:")
      try a.save("first.md", "one\n")
      let outcome = try await a.stet("sync", "--wait", "--timeout", "3", within: .seconds(30))
      #expect(outcome.status != 0 && !outcome.wasStopped, "\(outcome)")
      #expect(try await a.log("first.md").count == 1)
      try await a.agent("write", "second.md", input: "two\n").mustSucceed()
      let stop = try await a.stet("stop", within: .seconds(20))
      #expect(stop.status == 0 && !stop.wasStopped)
    }
  }

  @Test func `a folder that has files of its own joins a remote that is new`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let alone = TestWorkspace(root: machine.place + "/alone", on: machine)
        try await alone.initialize()
        try await alone.stet("start").mustSucceed()
        try alone.save("mine.md", "mine\n")
        try await alone.barrier()
        let remote = try await Remote(on: machine)
        try await alone.git("remote", "add", "origin", remote.path)
        try await alone.barrier()
        let clone = TestWorkspace(root: machine.place + "/clone", on: machine)
        try await machine.run([Machine.binary, "clone", remote.path, clone.root]).mustSucceed()
        try await clone.stet("start").mustSucceed()
        try await remote.expectConverged([alone, clone])
        #expect(clone.text("mine.md") == "mine\n")
      }
    }
  }

  @Test(.enabled(if: SecureShell.isPossible), arguments: ["ssh://notes-server", "notes-server:", "work:"])
  func `folders meet over ssh, by any form of address`(_ form: String) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let shell = try await SecureShell(on: machine)
        let remote = try await Remote(on: machine)
        if form == "work:" {
          try await machine.run(["git", "config", "--global", "url.ssh://notes-server/.insteadOf", "work:"])
            .mustSucceed()
        }
        let url = form == "work:" ? form + remote.path.dropFirst() : form + remote.path
        let folders = [try await remote.workspace("a", at: url), try await remote.workspace("b", at: url)]
        try folders[0].save("first.md", "over ssh\n")
        let heard = try await machine.shell(
          "until [ -e first.md ]; do read -rt 0.1 <> <(:) || true; done", in: folders[1].root)
        #expect(heard.status == 0, "b never heard of it")
        try await remote.expectConverged(folders)
        for folder in folders { try await folder.stet("stop") }
        try await shell.stop()
      }
    }
  }

  @Test(.enabled(if: SecureShell.isPossible))
  func `an ssh server that stops and comes back is found again`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let shell = try await SecureShell(on: machine)
        let remote = try await Remote(on: machine)
        let folder = try await remote.workspace("a", at: "ssh://notes-server" + remote.path)
        try folder.save("first.md", "one\n")
        try await folder.barrier()
        try await machine.shell("ssh -F ssh/config -O exit notes-server 2> /dev/null || true")
        try await shell.stop()
        try folder.save("second.md", "two\n")
        let outcome = try await folder.stet("sync", "--wait", "--timeout", "10")
        let again = try await SecureShell(on: machine, port: shell.port)
        #expect(outcome.status == 4 || outcome.status == 0, "\(outcome)")
        try await folder.barrier()
        #expect(try await remote.git("show", "main:second.md").output == "two\n")
        try await folder.stet("stop")
        try await again.stop()
      }
    }
  }
}

extension Remote {
  /// Takes the repository away for as long as a body runs.
  func whileAway(_ body: () async throws -> Void) async throws {
    try await machine.shell("mv remote.git remote.away")
    try await body()
    try await machine.shell("mv remote.away remote.git")
  }
}

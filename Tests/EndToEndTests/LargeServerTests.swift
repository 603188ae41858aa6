import Glibc
import Testing

/// Large files between machines, through object servers as they are.
@Suite struct LargeServerTests {
  /// Refuses what names an object that the server has not got: what git-lfs servers do, and what must never be needed.
  private static func guardRefs(of remote: Remote, objects: String) throws {
    let hook = remote.path + "/hooks/pre-receive"
    try """
    #!/bin/bash
    while read -r old new ref; do
      [ -n "${new//0/}" ] || continue
      for blob in $(git ls-tree -r "$new" | awk '{print $3}'); do
        oid=$(git cat-file blob "$blob" | head -c 200 | sed -n 's/^oid sha256://p')
        [ -z "$oid" ] || [ -n "$(find '\(objects)' -name "$oid")" ] || { echo "$oid is missing" >&2; exit 1; }
      done
    done

    """.write(to: hook)
    chmod(hook, 0o755)
  }

  /// One machine's film reaches another by the object server, gives way there and comes again; stock git and git-lfs
  /// take part.
  private func exchange(_ remote: Remote, at url: String, objects: String) async throws {
    try Self.guardRefs(of: remote, objects: objects)
    let machine = remote.machine
    let hasLFS = access("/usr/bin/git-lfs", X_OK) == 0
    // A git that knows no git-lfs takes what was placed within the last second for a change.
    if hasLFS { try await machine.shell("git lfs install --skip-repo").mustSucceed() }
    let a = try await remote.workspace("a", at: url)
    try await a.shell("head -c 11000000 /dev/urandom > film.mov; echo words > n.md")
    try await a.barrier()
    #expect(try await a.status().held.isEmpty)
    let b = TestWorkspace(root: machine.place + "/b", on: machine)
    try await machine.run([Machine.binary, "clone", url, b.root]).mustSucceed()
    try await b.stet("start").mustSucceed()
    try await b.stet("download", "film.mov").mustSucceed()
    try await b.shell("cmp film.mov ../a/film.mov")
    try await b.barrier()
    let evicted = try await b.stet("evict", "film.mov")
    #expect(evicted.status == 0, "\(evicted)")
    #expect(b.text("film.mov")?.hasPrefix("version https://git-lfs") == true)
    try await b.stet("download", "film.mov").mustSucceed()
    try await b.barrier()
    try await b.shell("cmp film.mov ../a/film.mov")
    guard hasLFS else { return }
    try await b.shell("test -z \"$(git status --porcelain)\"")
    let pushed = try await machine.shell(
      """
      export HOME=$PWD/stock-home; mkdir $HOME; cp home/.gitconfig $HOME/
      git clone -q '\(url)' stock; cd stock; cmp film.mov ../a/film.mov; git lfs fsck
      head -c 12000000 /dev/urandom > theirs.mov; git lfs track theirs.mov > /dev/null
      git add .; git commit -qm theirs; git push -q origin main 2>&1
      """, within: .seconds(120))
    #expect(pushed.status == 0 && pushed.output.contains("OK"), "\(pushed)")
    try await a.barrier()
    try await a.stet("download", "theirs.mov").mustSucceed()
    try await a.barrier()
    try await a.shell("cmp theirs.mov ../stock/theirs.mov; test -z \"$(git status --porcelain)\"")
    for folder in [a, b] { try await folder.stet("stop") }
  }

  @Test(.tags(.slow)) func `a film goes through a server that wants a password, both ways, and to git-lfs`()
    async throws
  {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        guard let server = try await LargeServer.giftless(on: machine, password: "ann:s3cret") else { return }
        let remote = try await Remote(on: machine)
        let lines = """
          git config --global lfs.url \(server.address)/tests/sea.git/info/lfs
          git config --global credential.helper "store --file=\(machine.place)/credentials"
          """
        let host = server.address.dropFirst("http://".count)
        try "http://ann:s3cret@\(host)\n".write(to: machine.place + "/credentials")
        try await machine.shell(lines).mustSucceed()
        try await exchange(remote, at: remote.path, objects: server.folder)
        await server.stop()
      }
    }
  }

  @Test(.tags(.slow), .enabled(if: SecureShell.isPossible))
  func `behind ssh the server that git-lfs-authenticate names is used, with the pass that it gives`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        guard let server = try await LargeServer.giftless(on: machine, password: "pass:for-an-hour") else { return }
        let tools = machine.place + "/tools"
        try await machine.shell("mkdir tools").mustSucceed()
        try """
        #!/bin/bash
        [ -d "$1/objects" ] || exit 2
        pass=$(printf pass:for-an-hour | base64)
        printf '{"href":"\(server.address)/tests/sea","header":{"Authorization":"Basic %s"},"expires_in":60}' "$pass"

        """.write(to: tools + "/git-lfs-authenticate")
        chmod(tools + "/git-lfs-authenticate", 0o755)
        let secureShell = try await SecureShell(on: machine, tools: tools)
        let remote = try await Remote(on: machine)
        try await exchange(remote, at: "ssh://notes-server" + remote.path, objects: server.folder)
        try await secureShell.stop()
        await server.stop()
      }
    }
  }

  @Test(.tags(.slow), .enabled(if: SecureShell.isPossible))
  func `a bare repository behind ssh is all that large files need, and stock git-lfs finds them there`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let secureShell = try await SecureShell(on: machine)
        let remote = try await Remote(on: machine)
        let url = "ssh://notes-server" + remote.path
        let hasLFS = access("/usr/bin/git-lfs", X_OK) == 0
        if hasLFS { try await machine.shell("git lfs install --skip-repo").mustSucceed() }
        let a = try await remote.workspace("a", at: url)
        try await a.shell("head -c 11000000 /dev/urandom > film.mov; echo words > n.md")
        try await a.barrier()
        #expect(try await a.status().held.isEmpty)
        let b = TestWorkspace(root: machine.place + "/b", on: machine)
        try await machine.run([Machine.binary, "clone", url, b.root]).mustSucceed()
        try await b.stet("start").mustSucceed()
        _ = try await b.until("cmp film.mov ../a/film.mov")
        try await b.barrier()
        // The server's copy is read before the one here goes; a damaged one is no copy.
        let stored = try await machine.shell("find \(remote.path)/lfs/objects -type f").word
        try await machine.shell("cp \(stored) whole; printf x | dd of=\(stored) bs=1 conv=notrunc").mustSucceed()
        let kept = try await b.stet("evict", "film.mov")
        #expect(kept.status != 0 && !b.hasPlaceholder("film.mov"), "\(kept)")
        // It is sent again.
        _ = try await machine.shell(
          "until cmp whole \(stored); do read -rt 0.1 <> <(:) || true; done", within: .seconds(90))
        try await b.stet("evict", "film.mov").mustSucceed()
        #expect(b.hasPlaceholder("film.mov"))
        try await b.stet("download", "film.mov").mustSucceed()
        _ = try await b.until("cmp film.mov ../a/film.mov")
        if hasLFS {
          let pushed = try await machine.shell(
            """
            export HOME=$PWD/stock-home; mkdir $HOME; cp home/.gitconfig $HOME/
            git clone -q '\(remote.path)' stock; cd stock; cmp film.mov ../a/film.mov; git lfs fsck
            head -c 12000000 /dev/urandom > theirs.mov; git lfs track theirs.mov > /dev/null
            git add .; git commit -qm theirs; git push -q origin main 2>&1
            """, within: .seconds(120))
          #expect(pushed.status == 0 && pushed.output.contains("OK"), "\(pushed)")
          try await a.barrier()
          _ = try await a.until("cmp theirs.mov ../stock/theirs.mov")
          try await a.barrier()
          try await a.shell("test -z \"$(git status --porcelain)\"")
        }
        for folder in [a, b] { try await folder.stet("stop") }
        try await secureShell.stop()
      }
    }
  }

  @Test(.tags(.slow), .enabled(if: SecureShell.isPossible))
  func `a daemon that is killed while it sends goes on with the object when it is back`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        // The first time so many bytes are taken, and then no more.
        try await machine.shell("mkdir tools").mustSucceed()
        try """
        #!/bin/sh
        case "$*" in *of=*) ;; *) exec /bin/dd "$@" ;; esac
        echo "$*" >> \(machine.place)/calls
        mkdir \(machine.place)/once 2>/dev/null || exec /bin/dd "$@"
        head -c 5000000 | /bin/dd "$@" 2>/dev/null
        touch \(machine.place)/reached
        cat > /dev/null

        """.write(to: machine.place + "/tools/dd")
        chmod(machine.place + "/tools/dd", 0o755)
        let secureShell = try await SecureShell(on: machine, tools: machine.place + "/tools")
        let remote = try await Remote(on: machine)
        let a = try await remote.workspace("a", at: "ssh://notes-server" + remote.path)
        try await a.shell("head -c 11000000 /dev/urandom > film.mov")
        _ = try await machine.shell(
          "until test -e reached; do read -rt 0.1 <> <(:) || true; done", within: .seconds(90))
        try await machine.shell("kill -9 $(cat a/.git/stet/lock)").mustSucceed()
        try await a.stet("start").mustSucceed()
        try await a.barrier()
        let calls = try await machine.shell("cat calls").lines
        #expect(calls.count == 2 && calls.last?.contains("seek=4") == true, "\(calls)")
        try await machine.shell("cmp a/film.mov $(find \(remote.path)/lfs/objects -type f)").mustSucceed()
        try await a.stet("stop")
        try await secureShell.stop()
      }
    }
  }
}

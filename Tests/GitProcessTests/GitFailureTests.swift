import Testing

@testable import GitProcess

@Suite struct GitFailureTests {
  enum Kind: String { case offline, denied, missing, hostKey, damaged, failed }

  @Test(arguments: [
    ("ssh: Could not resolve hostname nowhere: Name or service not known\nfatal: Could not read from", Kind.offline),
    ("ssh: connect to host h port 22: Connection refused\r\nfatal: Could not read from remote", .offline),
    ("fatal: unable to access 'https://h/': Failed to connect to h port 443", .offline),
    ("error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503", .offline),
    ("fatal: the remote end hung up unexpectedly", .offline),
    ("ada@h: Permission denied (publickey).\nfatal: Could not read from remote repository.", .denied),
    ("fatal: could not read Username for 'https://h': terminal prompts disabled", .denied),
    ("remote: Invalid\nfatal: Authentication failed for 'https://h/'", .denied),
    ("fatal: unable to access 'http://h/': The requested URL returned error: 403", .denied),
    ("fatal: '/srv/none' does not appear to be a git repository\nfatal: Could not read", .missing),
    ("fatal: repository 'http://h/none/' not found", .missing),
    ("fatal: http://h/x/info/refs not valid: is this a git repository?", .offline),
    ("Host key verification failed.\r\nfatal: Could not read from remote repository.", .hostKey),
    ("error: object 12: fsck error in packed object\nfatal: index-pack failed", .damaged),
    ("error: remote did not send all necessary objects", .damaged),
    (
      "fetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF\n"
        + "fatal: fetch-pack: invalid index-pack output", .offline
    ),
    ("fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output", .failed),
    ("fatal: fetch-pack: invalid index-pack output", .damaged),
    ("fatal: unable to write new index file", .failed),
    ("", .failed),
  ])
  func `what git said becomes one kind of error`(text: String, kind: Kind) {
    let error = GitFailure.error(status: 128, text: text)
    let found: Kind? =
      switch error {
      case .offline: .offline
      case .denied: .denied
      case .missing: .missing
      case .hostKey: .hostKey
      case .damaged: .damaged
      case .failed: .failed
      case .timedOut, .cancelled: nil
      }
    #expect(found == kind, "\(error)")
  }

  @Test func `a password in git's words is not repeated`() {
    let error = GitFailure.error(
      status: 128, text: "fatal: unable to access 'https://ada:secret@h/n': Could not resolve host: h")
    #expect(error == .offline("unable to access 'https://ada@h/n': Could not resolve host: h"))
  }

  @Test(arguments: [
    (" \tabc:refs/heads/main\t1..2", PushResult?.some(.accepted)),
    ("*\tabc:refs/heads/main\t[new branch]", .accepted),
    ("=\tabc:refs/heads/main\t[up to date]", .accepted),
    ("!\tabc:refs/heads/main\t[rejected] (fetch first)", .rejectedNonFastForward),
    ("!\tabc:refs/heads/main\t[remote rejected] (cannot lock ref 'refs/heads/main')", .rejectedNonFastForward),
    (
      "!\tabc:refs/heads/main\t[remote rejected] (pre-receive hook declined)",
      .refused(message: "file too large\npre-receive hook declined")
    ),
    ("!\tabc:refs/heads/main\t[remote failure] (remote failed to report status)", nil),
    ("To /srv/n\nDone", nil),
    (
      "To /hub\n!\tabc:refs/heads/main\t[rejected] (fetch first)\nTo /backup\n \tabc:refs/heads/main\t1..2",
      .rejectedNonFastForward
    ),
    (
      "To /hub\n \tabc:refs/heads/main\t1..2\nTo /backup\n!\tabc:refs/heads/main\t[rejected] (fetch first)",
      .rejectedNonFastForward
    ),
    (
      "To /hub\n!\tabc:refs/heads/main\t[remote failure] (remote failed to report status)\nTo /backup\n"
        + " \tabc:refs/heads/main\t1..2", nil
    ),
  ])
  func `the remote's answer is read from the porcelain`(output: String, expected: PushResult?) {
    let said = PushReport.read(output: output + "\n", errors: "Writing objects\nremote: file too large  \n")
    #expect(said["refs/heads/main"] == expected)
  }

  @Test func `our ssh options follow the person's and share one connection`() {
    #expect(SSHCommand.line(own: "plink -batch", runtimeDirectory: "/run/x") == "plink -batch")
    #expect(SSHCommand.line(own: "/usr/bin/ssh -i key", runtimeDirectory: nil).hasPrefix("/usr/bin/ssh -i key -oBatch"))
    #expect(SSHCommand.line(own: nil, runtimeDirectory: "/run/a'b%").contains("-oControlPath='/run/a'\\''b%%/ssh-%C'"))
    let tooLong = "/" + String(repeating: "d", count: 60)
    #expect(!SSHCommand.line(own: nil, runtimeDirectory: tooLong).contains("Control"))
  }

  @Test(arguments: [
    ("", 1), ("Writing objects:  40% (4/10)", 1), ("Writing objects: 100% (3/3), done.", 2),
    ("Total 3 (delta 0), reused 0 (delta 0), pack-reused 0", 2),
    ("remote: Resolving deltas: 100% (1/1), completed with 1 local object.", 2),
    ("remote: scanning for secrets        ", 2), ("remote: Counting objects:  40% (4/10)", 1),
    ("Receiving objects:  40% (4/10)", 1),
  ])
  func `a child may be silent longer once it has sent all`(words: String, seconds: Int) {
    #expect(ChildDeadline(stall: .seconds(1), answer: .seconds(2)).limit(after: words) == .seconds(seconds))
  }
}

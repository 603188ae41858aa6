import Glibc
import TestSupport
import Testing

/// An agent that appends numbered lines to three files ten times a second, and notes which were acknowledged.
struct AgentAtWork {
  private let program: Program
  private let workspace: TestWorkspace

  init(in workspace: TestWorkspace) throws {
    self.workspace = workspace
    // Its pace is what is tested: between two writes it waits for a tenth of a second on a pipe that stays silent.
    let script = """
      n=0
      until [ -e $TMPDIR/enough ]; do
        n=$((n + 1)); line="agent line $n."
        if echo "$line" | $STET append agent-$((n % 3)).md --agent Claude --session s1 > /dev/null 2>> $TMPDIR/refused
        then echo "$line" >> $TMPDIR/acknowledged; fi
        read -rt 0.1 <> <(:) || true
      done
      """
    program = try workspace.machine.start(["bash", "-c", script], in: workspace.root)
  }

  /// Waits until it has been acknowledged so often.
  func work(_ count: Int) async throws {
    try await workspace.shell(
      "until [ $(wc -l < $TMPDIR/acknowledged 2> /dev/null || echo 0) -ge \(count) ]; do read -rt 0.05 <> <(:) || true; done"
    )
  }

  /// Lets it end, and answers the lines that were acknowledged.
  func finish() async throws -> [String] {
    try "".write(to: workspace.machine.place + "/tmp/enough")
    _ = await program.end()
    return (String(file: workspace.machine.place + "/tmp/acknowledged") ?? "").split(separator: "\n").map(String.init)
  }
}

extension TestWorkspace {
  /// Answers all that is open, as a person who keeps everything, until nothing is.
  func answerQuestions() async throws {
    for _ in 0..<10 {
      let open = try await questions()
      if open.isEmpty { return }
      for question in open {
        let words = question.answers.map(\.word)
        guard let word = words.contains("merge") ? "merge" : words.last else { continue }
        try await stet("questions", "answer", question.id, word)
      }
      try await stet("sync", "--wait", "--timeout", "20")
    }
  }

  /// Expects each of these lines in a file or in some commit, and where it is, that its author wrote it.
  func expectKept(_ lines: [String], _ location: SourceLocation = #_sourceLocation) async throws {
    let history = try await git("log", "-p", "-m", "--all", "--format=").output
    let found = Set(
      history.split(separator: "\n").filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.map { String($0.dropFirst()) })
    let present = Set(try await shell("cat *.md 2> /dev/null || true").lines)
    let lost = lines.filter { !found.contains($0) && !present.contains($0) }
    #expect(lost.isEmpty, "\(lost.count) of \(lines.count) lost: \(lost.prefix(10))", sourceLocation: location)
  }

  /// Expects that no line of the agent's is blamed to a person, and no person's to the agent.
  func expectTrueAuthors(_ location: SourceLocation = #_sourceLocation) async throws {
    let blamed = try await git("grep", "-n", "line [0-9]*\\.$", "HEAD", "--", "*.md")
    let files = Set(blamed.lines.compactMap { $0.split(separator: ":").dropFirst().first.map(String.init) })
    for file in files.sorted() {
      let lines = try await git("blame", "--line-porcelain", "HEAD", "--", file).lines
      var author = ""
      for line in lines {
        if line.hasPrefix("author ") { author = String(line.dropFirst(7)) }
        guard line.hasPrefix("\tagent line") || line.hasPrefix("\tperson line") else { continue }
        if line.hasPrefix("\tagent line") == (author == "Claude") { continue }
        let text = String(line.dropFirst())
        let history = try await git(
          "log", "--graph", "--all", "-m", "--format=%h %an <%p> %s", "--pickaxe-regex", "-S", "^\(text)$")
        Issue.record("\(file): '\(text)' by \(author)\n\(history.output)", sourceLocation: location)
      }
    }
  }
}

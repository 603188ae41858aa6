import TestSupport
import Testing

/// Stock git merges with `stet merge-driver`.
@Suite struct MergeDriverTests {
  private func repository(_ body: (Machine, String) async throws -> Void) async throws {
    let machine = try Machine()
    let folder = machine.place + "/repository"
    try await machine.shell(
      """
      git init -q '\(folder)'
      cd '\(folder)'
      mkdir 'dir name'
      git config merge.stet.driver "'$STET' merge-driver %O %A %B %P %L"
      git config merge.stet-records.driver "'$STET' merge-driver %O %A %B %P %L"
      printf '*.md merge=stet\n*.json merge=stet-records stet-key=name\n*.bin merge=stet\n' > .gitattributes
      """
    ).mustSucceed()
    try await body(machine, folder)
    await machine.remove()
  }

  /// Commits `base`, then `ours` and `theirs` on branches of their own, and merges them.
  private func merge(
    _ name: String, _ base: String, _ ours: String, _ theirs: String, _ machine: Machine, _ folder: String
  ) async throws -> Outcome {
    func commit(_ text: String) async throws {
      try text.write(to: folder + "/" + name)
      try await machine.shell("git add -A; git commit -qm change", in: folder).mustSucceed()
    }
    try await commit(base)
    try await machine.shell("git checkout -qb side", in: folder).mustSucceed()
    try await commit(theirs)
    try await machine.shell("git checkout -q main", in: folder).mustSucceed()
    try await commit(ours)
    let outcome = try await machine.shell("git merge -q side -m merged", in: folder)
    try await machine.shell("git branch -qD side", in: folder).mustSucceed()
    return outcome
  }

  @Test func `stock git merges prose, front matter and records as a workspace does`() async throws {
    try await repository { machine, folder in
      try await merge(
        "dir name/it's.md", "---\na: 1\nb: 1\n---\nOne is. Two is.\n", "---\na: 2\nb: 1\n---\nOne was. Two is.\n",
        "---\na: 1\nb: 2\n---\nOne is. Two was.\n", machine, folder
      ).mustSucceed()
      #expect(String(file: folder + "/dir name/it's.md") == "---\na: 2\nb: 2\n---\nOne was. Two was.\n")
      try await merge(
        "a.json", "[{\"name\": 1}]\n", "[{\"name\": 1}, {\"name\": 3}]\n", "[{\"name\": 1}, {\"name\": 2}]\n", machine,
        folder
      ).mustSucceed()
      #expect(String(file: folder + "/a.json") == "[{\"name\": 1}, {\"name\": 2}, {\"name\": 3}]\n")
      #expect(try await machine.shell("git status --porcelain", in: folder).output.isEmpty)
    }
  }

  @Test func `an overlap is left to git with its markers`() async throws {
    try await repository { machine, folder in
      let outcome = try await merge(
        "a.md", "# T\n\nOne is here. Two is here.\n", "# T\n\nOne was here. Two is mine.\n",
        "# T\n\nOne is here. Two is theirs.\n", machine, folder)
      #expect(outcome.status == 1)
      #expect(
        String(file: folder + "/a.md") == """
          # T

          <<<<<<< ours
          One was here. Two is mine.
          =======
          One is here. Two is theirs.
          >>>>>>> theirs

          """)
      #expect(try await machine.shell("git status --porcelain", in: folder).output == "UU a.md\n")
    }
  }

  @Test func `what is no text keeps our version and stays unmerged`() async throws {
    try await repository { machine, folder in
      let outcome = try await merge("a.bin", "\u{0}a\n", "\u{0}b\n", "\u{0}c\n", machine, folder)
      #expect(outcome.status == 1)
      #expect(String(file: folder + "/a.bin") == "\u{0}b\n")
    }
  }
}

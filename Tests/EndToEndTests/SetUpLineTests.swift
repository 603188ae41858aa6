import Testing

/// The progress lines of `init` and `clone` for big folders.
@Suite struct SetUpLineTests {
  @Test func `a terminal sees files being counted, and whoever reads the output sees none of it`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        try await machine.shell("mkdir n; for i in $(seq 1500); do echo $i > n/$i.md; done; git init -q --bare r.git")
        let piped = try await machine.shell("cp -r n p; $STET init p --no-template")
        #expect(piped.errors.isEmpty && !piped.output.contains("Recording:"), "\(piped)")
        let shown = try await machine.shell("script -qec '$STET init n --remote r.git --no-template' /dev/null")
        #expect(shown.output.contains("Recording: 1500 of 1500 files"), "\(shown)")
        #expect(shown.output.contains("1500 files are recorded"), "\(shown)")
        try await machine.shell("$STET -C n sync --wait")
        let url = "file://\(machine.place)/r.git"
        let cloned = try await machine.shell("script -qec '$STET clone \(url) c' /dev/null")
        for text in ["Fetching: 100 %", "Writing: 1500 of 1500 files", "Recording: 1500 of 1500 files"] {
          #expect(cloned.output.contains(text), "\(cloned)")
        }
        let json = try await machine.shell("script -qec '$STET clone \(url) j --json' /dev/null")
        #expect(!json.output.contains("Writing:"), "\(json)")
      }
    }
  }
}

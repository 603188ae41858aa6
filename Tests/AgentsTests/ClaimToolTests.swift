internal import MCP
internal import Testing
internal import Values

/// `claim_path` and `release_path`.
@Suite struct ClaimToolTests {
  @Test func `an agent's claim holds up another session until it is released, and not its own`() async throws {
    try await DoorFolder.use { folder in
      let claim = await folder.call("claim_path", ["path": "a.md", "expires": 600], run: "r1")
      let number = try #require(claim.structured?["claim"], "\(claim)")
      #expect(!claim.isError && claim.text?.hasPrefix("Claimed a.md for writing until ") == true)
      let refused = await folder.call("write_file", ["path": "a.md", "content": "other\n"], run: "r2")
      #expect(refused.isError && refused.text?.contains("a.md is claimed for writing by robot") == true, "\(refused)")
      #expect(!(await folder.call("write_file", ["path": "a.md", "content": "mine\n"], run: "r1")).isError)
      let foreign = await folder.call("release_path", ["claim": number], run: "r2")
      #expect(foreign.isError, "an agent ends no claim of another's")
      #expect(await folder.call("release_path", ["claim": number], run: "r1").text == "Released a.md.")
      let next = await folder.call("claim_path", ["path": "a.md", "intent": "deleting", "wait": 1], run: "r2")
      #expect(!next.isError, "\(next)")
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test(
    arguments: [
      ["path": "a.md", "intent": "eating"], ["path": "../a.md"], ["path": "a.md", "expires": 86_400], [:],
      ["path": ".git/config"], ["path": "a.md", "wait": "long"],
    ] as [JSONValue]) func `a claim that is none is refused`(_ arguments: JSONValue) async throws
  {
    try await DoorFolder.use { folder in
      #expect(await folder.call("claim_path", arguments).isError)
      #expect(await folder.call("release_path", [:]).isError)
    }
  }
}

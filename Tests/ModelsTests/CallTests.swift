import HTTPTransfer
import Models
import TestSupport
import Testing
import Values

@Suite struct `A call to a server` {
  @Test(arguments: [Provider.Kind.anthropic, .openai], ["plain", "bytes", "lasting"])
  func `shows the text as it comes and ends with usage and cost`(kind: Provider.Kind, fault: String) async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(kind, fault))
    let answer = try #require(outcome.answer, "\(outcome)")
    #expect(outcome.events == [.text("Hello "), .text("from é😀 "), .text("large-1.")])
    #expect(answer.text == "Hello from é😀 large-1." && answer.stop == .complete && answer.model == "large-1")
    #expect(answer.usage == TokenUsage(input: 25, cacheRead: 8, output: 15))
    // 25 × 3 + 8 × 0.3 + 15 × 15 millionths of a dollar.
    #expect(answer.cost == Cost(picodollars: 302_400_000))
  }

  @Test(arguments: [Provider.Kind.anthropic, .openai])
  func `hands a tool's call on, and its result with the next request`(kind: Provider.Kind) async throws {
    let lab = try #require(CallLab())
    let tool = ToolDefinition(name: "read_file", description: "Reads", schema: ["type": "object"])
    var request = ModelRequest(tier: .fast, system: "Be brief.", messages: [ModelMessage(.user, "Hi")], tools: [tool])
    let answer = try #require(await lab.call(lab.provider(kind, "plain"), request).answer)
    let call = try #require(answer.toolCalls.first)
    #expect(answer.stop == .toolUse && call.arguments == ["path": "a.md"] && answer.cost == nil)
    request.messages += [
      ModelMessage(.assistant, answer.blocks),
      ModelMessage(.user, [.toolResult(ToolResult(id: call.id, text: "text of a"))]),
    ]
    #expect(await lab.call(lab.provider(kind, "plain"), request).answer != nil)
    let body = try #require(JSONValue(line: Array(lab.body.utf8)))
    #expect(body["model"] == "small-1" && body["messages"]?.elements?.count == (kind == .anthropic ? 3 : 4))
  }

  @Test(arguments: [Provider.Kind.anthropic, .openai])
  func `that is cut keeps what came and is not made again`(kind: Provider.Kind) async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(kind, "cut"))
    #expect(outcome.answer?.stop == .cut(.cut) && outcome.answer?.text == "Hello from é😀 " && outcome.retries == 0)
    #expect(lab.server.log.count == 1)
    // OpenAI's servers report the tokens only at the end.
    let usage = try #require(outcome.answer?.usage)
    #expect(usage.allInput > 0 && usage.output >= 4 && outcome.answer?.cost?.picodollars ?? 0 > 0, "\(usage)")
  }

  @Test(arguments: [Provider.Kind.anthropic, .openai], ["unborn", "429-0", "529", "overloaded"])
  func `that fails before any text is made again`(kind: Provider.Kind, fault: String) async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(kind, fault))
    #expect(outcome.answer?.stop == .complete && outcome.shown == "Hello from é😀 large-1.", "\(outcome)")
    #expect(outcome.retries == 2 && lab.server.log.count == 3)
    #expect(lab.waited == [.milliseconds(500), .seconds(1)])
  }

  @Test func `waits as long as Retry-After says, and fails at once if that is too long`() async throws {
    let lab = try #require(CallLab())
    _ = await lab.call(lab.provider(.anthropic, "429-7"))
    #expect(lab.waited == [.milliseconds(7_500), .seconds(8)])
    let outcome = await lab.call(lab.provider(.openai, "429-3600"))
    guard case .refused(429, "rate_limit_error", "slow down", 3_600)? = outcome.fault else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: ["always-529", "quota", "html", "listless/x"])
  func `gives up after as many tries as the fault is worth`(fault: String) async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(.openai, fault))
    let tries = ["always-529": 4, "html": 4, "quota": 1, "listless/x": 1][fault]
    #expect(lab.server.log.count == tries && (outcome.fault == nil) == (fault == "listless/x"), "\(outcome)")
  }

  @Test func `that meets garbage after some text keeps the text`() async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(.openai, "garbage"))
    guard case .cut(.unreadable)? = outcome.answer?.stop else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.answer?.text == "Hello from é😀 ")
    let page = await lab.call(lab.provider(.anthropic, "page"))
    #expect(page.fault == .unreadable("it is no stream of events (text/html)"))
  }

  @Test(arguments: ["mute", "silent"])
  func `times out without a first byte, once more`(fault: String) async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(.anthropic, fault, idle: .milliseconds(1_100)))
    guard case .timedOut? = outcome.fault else {
      Issue.record("\(outcome)")
      return
    }
    #expect(lab.server.log.count == 2)
  }

  @Test func `times out between two events, and keeps the text`() async throws {
    let lab = try #require(CallLab())
    let outcome = await lab.call(lab.provider(.openai, "slow", idle: .milliseconds(1_100)))
    guard case .cut(.timedOut)? = outcome.answer?.stop else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.answer?.text == "Hello from é😀 ")
  }

  @Test func `is cancelled with its task, and keeps what was shown`() async throws {
    let lab = try #require(CallLab())
    let task = Task {
      var outcome = CallLab.Outcome()
      outcome = await lab.call(lab.provider(.anthropic, "slow"))
      return outcome
    }
    try await until { !lab.server.log.isEmpty }
    task.cancel()
    let outcome = await task.value
    #expect(outcome.fault == .cancelled || outcome.answer?.stop == .cut(.cancelled), "\(outcome)")
  }

  @Test func `reads no more than the limit of a body`() async throws {
    let lab = try #require(CallLab())
    let request = try ProviderRequest.call(
      ModelRequest(messages: [ModelMessage(.user, "Hi")]), of: lab.provider(.openai, "plain"), key: CallLab.key)
    var received = 0
    var error: TransferError?
    for await piece in TransferLoop().stream(request, limit: 100, accepts: { _ in true }) {
      switch piece {
      case .bytes(let bytes): received += bytes.count
      case .ended(.failure(let fault)): error = fault
      case .ended(.success): break
      }
    }
    #expect(error == .tooLarge && received <= 100)
  }

  @Test func `to a server that does not listen is offline`() async throws {
    let lab = try #require(CallLab())
    var provider = lab.provider(.openai, "plain")
    provider.address = "http://127.0.0.1:9/v1"
    let outcome = await lab.call(provider)
    guard case .offline? = outcome.fault else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.retries == 3)
  }
}

@Suite struct `A provider's key` {
  @Test(arguments: [Provider.Kind.anthropic, .openai])
  func `is sent as the provider wants it`(kind: Provider.Kind) async throws {
    let lab = try #require(CallLab())
    #expect(await lab.call(lab.provider(kind, "plain")).answer != nil)
    let line = try #require(lab.server.log.first)
    #expect(line.contains(kind == .anthropic ? "| sk-test-123 | - | 2023-06-01" : "| - | Bearer sk-test-123 | -"))
  }

  @Test func `is in no message, whatever the server repeats`() async throws {
    let lab = try #require(CallLab())
    let refused = await lab.call(lab.provider(.anthropic, "plain"), key: "sk-wrong-9")
    #expect(refused.fault == .keyRefused(status: 401) && refused.retries == 0)
    let missing = await lab.call(lab.provider(.openai, "plain"), key: nil)
    #expect(missing.fault == .keyMissing(status: 401) && missing.fault.map { "\($0)".contains("refused") } == false)
    let echoed = try #require(await lab.call(lab.provider(.openai, "echo")).fault)
    #expect("\(echoed)".contains("no such thing: … nor this") && !"\(echoed)".contains("sk-test"))
  }

  @Test func `is not sent to another host`() async throws {
    let lab = try #require(CallLab())
    #expect(await lab.call(lab.provider(.anthropic, "elsewhere")).answer != nil)
    let lines = lab.server.log
    #expect(lines.count == 2 && lines[0].contains("sk-test") && !lines[1].contains("sk-test"), "\(lines)")
  }

  @Test(arguments: ["http://example.org/v1", "http://127.evil.example/v1", "http://localhost.example/v1"])
  func `is not sent unencrypted`(address: String) {
    let provider = Provider(name: "p", kind: .openai, address: address, models: [.fast: ProviderModel(name: "m")])
    #expect(throws: ModelFault.self) {
      try ProviderRequest.call(ModelRequest(messages: []), of: provider, key: "k")
    }
  }

  @Test(arguments: ["", "a b", "a\r\nX-Evil: 1", "é"])
  func `with characters that no key has is refused`(key: String) {
    let provider = Provider(
      name: "p", kind: .anthropic, address: "https://example.org", models: [.fast: ProviderModel(name: "m")])
    #expect(throws: ModelFault.self) { try ProviderRequest.call(ModelRequest(messages: []), of: provider, key: key) }
  }

  @Test(arguments: [
    (Provider.Kind.anthropic, "https://h", "https://h/v1/messages"),
    (.anthropic, "https://h/v1/", "https://h/v1/messages"),
    (.openai, "https://h/v1", "https://h/v1/chat/completions"),
    (.openai, "https://h/api/", "https://h/api/chat/completions"),
  ])
  func `goes to the address of the settings`(kind: Provider.Kind, base: String, address: String) throws {
    let provider = Provider(name: "p", kind: kind, address: base, models: [.fast: ProviderModel(name: "m")])
    #expect(try ProviderRequest.call(ModelRequest(messages: []), of: provider, key: nil).address.text == address)
  }
}

import Glibc
import HTTPTransfer
import Models
import TestSupport
import Testing

@Suite struct `A call to a headless agent` {
  private let folder = TemporaryFolder()

  init() {
    // As the program does: an agent may end before it has read its input.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Calls an agent that is a line of shell.
  private func call(
    _ line: String, output: AgentOutput = .json, limit: Duration = .seconds(20),
    _ request: ModelRequest = ModelRequest(messages: [ModelMessage(.user, "Hi é")])
  ) async -> CallLab.Outcome {
    let provider = Provider(
      name: "agent", kind: .command, command: ["sh", "-c", line, "agent", "--model", "{model}"], output: output,
      models: [.balanced: ProviderModel(name: "sonnet")],
      timeouts: CallTimeouts(connect: .zero, firstByte: .zero, idle: .zero, total: limit))
    let caller = ModelCaller(
      loop: TransferLoop(), surroundings: .init(environment: Program.ownEnvironment, directory: folder.path),
      random: { 0 }, sleep: { _ in })
    var outcome = CallLab.Outcome()
    do throws(ModelFault) {
      outcome.answer = try await caller.call(request, of: provider) { outcome.events.append($0) }
    } catch { outcome.fault = error }
    return outcome
  }

  @Test func `gives it the prompt and the model, and reads answer, session, usage and cost`() async throws {
    let line = #"""
      read -r prompt
      printf '{"type":"result","subtype":"success","is_error":false,"result":"%s|%s|%s","session_id":"s1",' "$prompt" "$2" "$PWD"
      printf '"total_cost_usd":0.01,"usage":{"input_tokens":3,"output_tokens":6}}\n'
      """#
    let answer = try #require(await call(line).answer)
    #expect(answer.text == "Hi é|sonnet|\(folder.path)" && answer.session == "s1")
    #expect(answer.cost?.description == "$0.01" && answer.usage == TokenUsage(input: 3, output: 6))
  }

  @Test func `that prints lines shows each at once, and that breaks keeps them`() async {
    let line = #"""
      echo '{"type":"assistant","message":{"content":[{"type":"text","text":"Half"}]}}'
      echo 'out of memory' >&2; exit 3
      """#
    let outcome = await call(line)
    #expect(outcome.events == [.text("Half")])
    #expect(
      outcome.answer?.stop == .cut(.command("the command of the provider 'agent' ended with status 3: out of memory")))
  }

  @Test func `that fails after it used tokens has an answer with them`() async {
    let line = #"""
      echo '{"type":"result","subtype":"error_during_execution","is_error":true,"session_id":"s1","total_cost_usd":0.5,"usage":{"input_tokens":9,"output_tokens":1}}'
      exit 1
      """#
    let answer = await call(line).answer
    #expect(answer?.usage.total == 10 && answer?.cost?.description == "$0.50" && answer?.text == "")
    #expect(answer?.stop == .cut(.command("the agent failed: error_during_execution")))
  }

  @Test func `that resumes its session gets the new messages alone`() async {
    let messages = [ModelMessage(.user, "One"), ModelMessage(.assistant, "Yes"), ModelMessage(.user, "Two")]
    for (known, prompt) in [(2, "Two"), (3, AgentPrompt.goingOn), (0, "One\n\nTwo")] {
      let request = ModelRequest(messages: messages, thread: AgentThread(id: "s1", known: known))
      #expect(AgentPrompt.text(request) == prompt + "\n")
    }
  }

  @Test func `that reads no input and prints much on standard error is no failure`() async {
    let request = ModelRequest(messages: [ModelMessage(.user, String(repeating: "word ", count: 100_000))])
    let line = #"exec <&-; head -c 300000 /dev/zero | tr '\0' x >&2; echo '{"type":"result","result":"ok"}'"#
    #expect(await call(line, request).answer?.text == "ok")
  }

  @Test func `that does not end is killed with its children`() async throws {
    let outcome = await call("sleep 1000 & echo $! >> children; wait", limit: .milliseconds(2_000))
    #expect(outcome.fault == .command("'sh' did not end within 2000 ms and was killed") && outcome.retries == 0)
    let id = try Program.run(["cat", folder.file("children")]).word
    #expect(Int(id) != nil, "it was started once: \(id)")
    #expect(await eventually { (try? Program.run(["sh", "-c", "kill -0 \(id) 2>/dev/null"]).status) != 0 })
  }

  @Test func `is cancelled with its task`() async throws {
    let task = Task { await call("echo $$ > started; exec sleep 1000") }
    try await until { (try? Program.run(["test", "-s", folder.file("started")]).status) == 0 }
    task.cancel()
    #expect(await task.value.fault == .cancelled)
    // The call ends after the process.
    let id = try Program.run(["cat", folder.file("started")]).word
    let look = try Program.run(["sh", "-c", "kill -0 \(id) 2>/dev/null"])
    #expect(Int(id) != nil && look.status != 0)
  }

  @Test func `may be any program that prints its answer`() async {
    #expect(await call("tr a-z A-Z", output: .text).answer?.text == "HI é")
    let failed = await call("echo no key >&2; exit 2", output: .text)
    #expect(failed.fault == .command("the command of the provider 'agent' ended with status 2: no key"))
  }

  @Test func `whose program does not exist says so`() async {
    let provider = Provider(name: "agent", kind: .command, command: ["no-such-agent"])
    let caller = ModelCaller(
      loop: TransferLoop(), surroundings: .init(environment: Program.ownEnvironment, directory: "/"), random: { 0 },
      sleep: { _ in })
    await #expect(throws: ModelFault.settings("there is no program 'no-such-agent' in PATH")) {
      try await caller.call(ModelRequest(messages: [ModelMessage(.user, "Hi")]), of: provider)
    }
  }
}

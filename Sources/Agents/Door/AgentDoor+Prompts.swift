internal import Abilities
internal import MCP
internal import WorkspaceAPI

/// The abilities of the workspace as prompts.
extension AgentDoor {
  /// Returns the prompts in the order of the abilities.
  func prompts(_ verbs: any WorkspaceVerbs, for reader: Caller) async throws(ToolFailure) -> ResourceAnswer {
    do throws(VerbError) {
      let list = try await verbs.call(AbilitiesRequest(caller: reader))
      let usable = list.abilities.filter { !$0.ability.prompt.isEmpty }
      return .prompts(
        usable.map { report in
          PromptEntry(
            name: report.slug, title: report.ability.label, description: report.description,
            arguments: report.arguments)
        })
    } catch { throw ToolFailure(error) }
  }

  /// Returns a prompt with the values of its variables. A second text lists the variables without a value, and the facts
  /// of the ability's plan are a resource.
  func prompt(
    _ name: String, _ values: [String: String], _ verbs: any WorkspaceVerbs, for reader: Caller
  ) async throws(ToolFailure) -> ResourceAnswer {
    do throws(VerbError) {
      let execution = AbilityExecution(verbs: verbs, outside: facts.outside, caller: reader, now: await facts.now())
      let report = try await execution.ability(name, values)
      guard report.resolved?.text.isEmpty == false else { return .unknownPrompt(name) }
      async let resolving = execution.prompt(of: report, values)
      var content = PromptContent(description: report.description, texts: [])
      if let plan = report.ability.planKeyRaw.flatMap({ AbilityPlan.named($0) }) {
        let found = await execution.run(plan, values).facts
        content.resources = [
          PromptContent.Resource(
            uri: "stet://abilities/\(name)/facts", type: "application/json",
            text: String(decoding: found.json.line, as: UTF8.self))
        ]
      }
      let resolved = await resolving
      let notes = resolved.missing.map { "[Stet: \($0)]" }
      content.texts = [resolved.text] + (notes.isEmpty ? [] : [notes.joined(separator: "\n")])
      return .prompt(content)
    } catch {
      guard error.code == .notFound else { throw ToolFailure(error) }
      return .unknownPrompt(name)
    }
  }
}

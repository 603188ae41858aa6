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

  /// Returns a prompt with the values of its variables; a second text lists the variables without a value.
  func prompt(
    _ name: String, _ values: [String: String], _ verbs: any WorkspaceVerbs, for reader: Caller
  ) async throws(ToolFailure) -> ResourceAnswer {
    do throws(VerbError) {
      let request = AbilitiesRequest(slug: name, resolves: true, values: values, caller: reader)
      guard let report = try await verbs.call(request).abilities.first, let resolved = report.resolved,
        !resolved.text.isEmpty
      else { return .unknownPrompt(name) }
      let notes = resolved.missing.map { "[Stet: \($0)]" }
      let texts = [resolved.text] + (notes.isEmpty ? [] : [notes.joined(separator: "\n")])
      return .prompt(PromptContent(description: report.description, texts: texts))
    } catch {
      guard error.code == .notFound else { throw ToolFailure(error) }
      return .unknownPrompt(name)
    }
  }
}

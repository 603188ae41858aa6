internal import MCP
internal import WorkspaceAPI

/// `list_questions`: what a person must decide.
struct ListQuestionsTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_questions", title: "List Questions",
      description: "Lists what the person must decide, such as conflicts. Only the person can answer.",
      input: Schema.object([(ResultPage.argument, Schema.count)]),
      output: Schema.list(
        "questions",
        [
          ("id", Schema.text), ("kind", Schema.text), ("path", Schema.text), ("since", Schema.text),
          ("seen", Schema.text), ("answers", ["type": "array", "items": Schema.text]),
        ], needed: ["id", "kind", "since", "seen", "answers"]), hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let questions: [QuestionReport]
    do throws(VerbError) { questions = try await surroundings.verbs.questions() } catch { throw ToolFailure(error) }
    let texts = questions.map { question in
      ([question.seen, question.untouched] + question.answers.map { "- \($0.command): \($0.effect)" })
        .map(ModelText.sentence).joined(separator: "\n")
    }
    return .list(
      texts.isEmpty ? "Nothing is open" : texts.joined(separator: "\n\n"), "questions", questions.map(Self.value),
      next: nil)
  }

  private static func value(_ question: QuestionReport) -> JSONValue {
    var members = [
      JSONMember(name: "id", value: .string(question.id)), JSONMember(name: "kind", value: .string(question.kind)),
      JSONMember(name: "since", value: .string(question.since)),
      JSONMember(name: "seen", value: .string(question.seen)),
      JSONMember(name: "answers", value: .array(question.answers.map { .string($0.command) })),
    ]
    if let path = question.path { members.append(JSONMember(name: "path", value: .string(path))) }
    return .object(members)
  }
}

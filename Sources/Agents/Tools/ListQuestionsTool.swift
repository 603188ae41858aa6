internal import MCP
internal import Values
internal import WorkspaceAPI

/// `list_questions`: lists the questions that a person must decide.
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

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let questions: [QuestionReport]
    do throws(VerbError) { questions = try await surroundings.verbs.call(QuestionsRequest()) } catch {
      throw ToolFailure(error)
    }
    let rows = questions.map { ListedRows.Row(text: Self.text($0), value: Self.value($0)) }
    let list = ListedRows(name: "questions", rows: rows, separator: "\n\n", empty: "Nothing is open")
    return try list.result(arguments, surroundings)
  }

  private static func text(_ question: QuestionReport) -> String {
    let head =
      "\(question.id): \(question.kind)\(question.path.map { " of \(ModelText.path($0))" } ?? ""), since \(question.since)"
    return ([head, question.seen, question.untouched] + question.answers.map { "- \($0.command): \($0.effect)" })
      .map(ModelText.sentence).joined(separator: "\n")
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

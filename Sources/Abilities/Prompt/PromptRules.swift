package import WorkspaceAPI

/// The five rules for prompts, checked by their words: a prompt names its sources, requests a synthesis, specifies the
/// form of the answer, ends with an action, and has no vague quantifiers.
package enum PromptRules {
  /// Returns the rules that a prompt breaks.
  package static func findings(in prompt: String) -> [AbilityFinding] {
    // A variable is no word of its own.
    let words = Self.words(of: PromptVariables.resolve(prompt, [:]))
    var findings: [AbilityFinding] = []
    if !has(sources, in: words) {
      findings.append(
        AbilityFinding(
          rule: "sources",
          what: "The prompt names no source. Name what to read, such as 'my calendar', 'my notes' or a folder."))
    }
    if !has(syntheses, in: words) {
      findings.append(
        AbilityFinding(
          rule: "synthesis",
          what: "The prompt only retrieves. Request a judgement, such as 'compare to my 7-day average'."))
    }
    if !hasForm(words) {
      findings.append(
        AbilityFinding(
          rule: "format", what: "The form of the answer is open. Specify it, such as 'three bullets' or 'one sentence'."
        ))
    }
    if !has(actions, in: Self.words(of: lastPart(of: prompt))) {
      findings.append(
        AbilityFinding(
          rule: "action",
          what: "The prompt does not end with an action. End with a step to take, such as 'suggest one action'."))
    }
    for vague in Self.vague(in: words) {
      findings.append(
        AbilityFinding(
          rule: "quantifiers", what: "'\(vague.phrase)' is vague. Write for instance '\(vague.instead)'."))
    }
    return findings
  }

  private static let sources: Set<String> = [
    "calendar", "calendars", "agenda", "meetings", "events", "health", "sleep", "steps", "hrv", "workouts", "gmail",
    "mail", "email", "emails", "inbox", "habit", "habits", "weather", "forecast", "traffic", "route", "notes", "note",
    "reminders", "journal", "documents", "document", "files", "file", "folder", "research", "experiments", "chats",
    "exports", "context", "profile", "activity", "feed", "web", "draft", "log", "history", "commits", "abilities",
  ]
  private static let syntheses: Set<String> = [
    "compare", "rank", "summarize", "summarise", "weigh", "identify", "decide", "choose", "recommend", "explain",
    "prioritize", "prioritise", "draft", "plan", "propose", "suggest", "relate", "group", "combine", "judge", "assess",
    "evaluate", "infer", "connect", "contrast", "conclude", "distil", "distill", "synthesize", "synthesise", "analyze",
    "analyse", "find", "check", "pick", "estimate", "select", "match", "rewrite", "outline", "flag", "tell", "name",
  ]
  private static let actions: Set<String> = [
    "action", "actions", "act", "step", "steps", "do", "recommend", "suggest", "propose", "ask", "start", "begin",
    "block", "schedule", "send", "reply", "write", "set", "record", "log", "add", "leave", "move", "decide", "choose",
    "confirm", "save", "name", "pick", "plan", "cancel", "prepare", "bring", "draft", "append", "change", "read",
    "check", "open", "review", "call",
  ]
  private static let numbers: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "single", "each",
  ]
  private static let units: Set<String> = [
    "bullet", "bullets", "sentence", "sentences", "line", "lines", "paragraph", "paragraphs", "word", "words", "item",
    "items", "row", "rows", "section", "sections", "heading", "headings", "point", "points", "option", "options",
    "column", "columns", "question", "questions", "block", "blocks",
  ]
  private static let forms: Set<String> = ["table", "json", "csv", "checklist"]
  private static let vagueWords: [(phrase: [String], instead: String)] = [
    (["recent"], "of the last 7 days"), (["recently"], "in the last 7 days"), (["lately"], "in the last 7 days"),
    (["soon"], "within 2 hours"), (["later"], "at 17:00"), (["some"], "three"), (["several"], "three"),
    (["a", "few"], "three"), (["many"], "ten"), (["various"], "these three"), (["a", "lot"], "ten"),
    (["often"], "three times a week"), (["sometimes"], "once a week"), (["tomorrow", "morning"], "tomorrow at 8:00"),
    (["tomorrow", "evening"], "tomorrow at 18:00"), (["a", "while"], "30 minutes"), (["etc"], "the whole list"),
    (["upcoming"], "of the next 7 days"), (["as", "appropriate"], "the condition"),
  ]

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  private static func has(_ set: Set<String>, in words: [String]) -> Bool { words.contains(where: set.contains) }

  /// Returns whether words specify a form: a count of units, at most one word apart, or a kind of text.
  private static func hasForm(_ words: [String]) -> Bool {
    if has(forms, in: words) { return true }
    return words.indices.contains { index in
      guard numbers.contains(words[index]) || words[index].allSatisfy(\.isNumber) else { return false }
      return words[(index + 1)...].prefix(2).contains(where: units.contains)
    }
  }

  /// Returns the last two sentences of a text: the action may be followed by a limit.
  private static func lastPart(of prompt: String) -> String {
    let sentences = prompt.split { ".!?\n".contains($0) }.filter { $0.contains(where: \.isLetter) }
    return sentences.suffix(2).joined(separator: " ")
  }

  private static func vague(in words: [String]) -> [(phrase: String, instead: String)] {
    vagueWords.filter { phrase, _ in
      words.indices.contains { words[$0...].starts(with: phrase) }
    }.map { ($0.phrase.joined(separator: " "), $0.instead) }
  }
}

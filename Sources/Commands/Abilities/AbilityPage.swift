internal import Abilities
internal import Models
internal import Payloads
internal import Synchronization

/// The output of a run on standard output, in the order in which it becomes known; with `--json` one document at the end.
final class AbilityPage: Sendable {
  private let context: CommandContext
  /// The last letter of the answer so far; nil before its begin.
  private let last = Mutex<Character?>(nil)

  /// Creates the output of a command.
  init(_ context: CommandContext) { self.context = context }

  /// Shows the prompt.
  func show(prompt: String) {
    guard !context.printsJSON else { return }
    let style = context.console.style
    context.console.print(
      prompt.split(separator: "\n", omittingEmptySubsequences: false).map { style.dim(String($0)) }
        .joined(separator: "\n") + "\n")
  }

  /// Redraws the line with the states of the steps.
  func show(steps: [PlanRun.Step]) {
    let isOver = steps.allSatisfy { $0.end != nil }
    context.console.draw(isOver ? "" : AbilityText.steps(steps, context.console.errorStyle))
  }

  /// Shows the facts.
  func show(facts: PlanFacts) {
    guard !context.printsJSON else { return }
    context.console.print("\n" + AbilityText.facts(facts, context.console.style))
  }

  /// Shows the next piece of the answer.
  func show(text: String) {
    guard !context.printsJSON, !text.isEmpty else { return }
    let isFirst = last.withLock { last in
      defer { last = text.last }
      return last == nil
    }
    context.console.print(Array(((isFirst ? "\n" : "") + text).utf8))
  }

  /// Ends the last line of the answer.
  func endText() {
    let isOpen = last.withLock { last in
      defer { if last != nil { last = "\n" } }
      return last.map { $0 != "\n" } ?? false
    }
    if isOpen { context.console.print("\n") }
  }

  /// Shows the figures of the call and the remarks; with `--json` everything.
  func finish(_ run: AbilityRun) {
    guard !context.printsJSON else { return context.console.print(json: run) }
    endText()
    if let model = run.model {
      let cost = CostText.text(dollars: model.dollars, model.advice)
      let style = context.console.errorStyle
      let name = TerminalText.name(model.model.isEmpty ? model.provider : "\(model.provider) \(model.model)")
      let usage = model.usage
      context.console.printError(
        style.dim("\(name): \(usage.allInput) tokens in, \(usage.output) out, \(cost)") + "\n")
    }
    for note in run.changes + run.notes { context.console.printError("stet: \(note)\n") }
  }
}

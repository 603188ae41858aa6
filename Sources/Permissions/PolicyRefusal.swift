package import WorkspaceAPI

/// The refusals of agents' acts: each states the reason and an alternative. Pure.
package enum PolicyRefusal {
  /// Returns the refusal of an act.
  package static func error(_ act: AgentAct, _ verdict: PolicyVerdict) -> VerbError {
    let file = verdict.name.map { "\(act.path) is \($0) by another name, which" } ?? act.path
    let pattern = verdict.pattern.map { " ('\($0)')" } ?? ""
    let what: String
    let next: String
    switch verdict.reason {
    case .controlFile:
      let program = act.names.lazy.compactMap(ControlFiles.program).first ?? "git"
      what = "\(file) decides what programs do here: it is read by \(program), and no agent writes it."
      next =
        "Tell the person what it should be; they can save it with any editor"
        + (ControlFiles.isInstruction(act.path)
          ? ", or name it in may_write_instructions of \(Policy.file)." : ".")
    case .protected:
      what = "\(file) is protected by the policy\(pattern): agents neither read nor write it."
      next = "Work without it, or ask the person for the part that you need."
    case .readOnly:
      what = "\(file) is read-only for agents by the policy\(pattern)."
      next = "Write your proposal to \(beside(act.path)) and tell the person."
    case .appendOnly:
      what =
        "\(file) is append-only for agents by the policy\(pattern): no text in it is changed or taken out."
      next = "Append to it: append_file, or 'stet append'. A write that begins with all of its text appends too."
    case .answer:
      what = "The person does not want \(act.agent) to \(act.phrase) \(act.path) now."
      next = "Go on without it; tell the person what you would have done."
    case .none, .rule:
      what = "The policy does not let \(act.agent) \(act.phrase) \(act.path)\(pattern)."
      next =
        act.kind == .read
        ? "Work without it, or ask the person for the part that you need."
        : "Write your proposal to \(beside(act.path)) and tell the person."
    }
    return VerbError(
      .refused, what, kept: "Nothing was changed.", next: next, path: act.path, reason: verdict.reason.rawValue)
  }

  /// Returns the reply to an act about which the person was asked.
  ///
  /// - Parameter asksInClient: whether the agent's client may return the answer.
  package static func question(_ act: AgentAct, _ id: String, _ verdict: PolicyVerdict, asksInClient: Bool) -> VerbError
  {
    var error = VerbError(
      .question,
      "The policy has the person asked before \(act.agent) may \(act.phrase) \(act.path); they were (\(id)).",
      kept: "Nothing was changed.",
      next:
        "Go on with something else, or write your proposal to \(beside(act.path)); make the same call again when the "
        + "person has answered in 'stet questions'.", path: act.path, reason: verdict.reason.rawValue)
    if asksInClient { error.question = id }
    return error
  }

  /// Returns the error for a policy that cannot be put in force.
  package static func unusable(_ error: PolicyError) -> VerbError {
    VerbError(
      .failed, error.description, kept: "The accepted policy holds, and the standard one where it is stricter.",
      next: "Put the file right and save it.", path: Policy.file)
  }

  /// Returns the error for a policy that differs from the one that the person was shown.
  package static func changed(since version: String) -> VerbError {
    VerbError(
      .stale, "The policy changed since you looked at it: version \(version) is not the present one.",
      kept: "Nothing was accepted; the stricter of the accepted policy and the one in the folder holds.",
      next: "Look again: 'stet policy diff'.", path: Policy.file)
  }

  /// Returns the error for a question that is named by a part of its id: the part does not identify the shown text.
  package static func shortened(_ text: String, of id: String) -> VerbError {
    VerbError(
      .usage, "'\(text)' does not say which version of the policy you accept.", kept: "Nothing was changed.",
      next: "Look at 'stet policy diff', then write the whole id: \(id)", path: Policy.file)
  }

  /// Returns a name beside a file, for an agent's proposal: `whales.md` → `whales.proposal.md`.
  private static func beside(_ path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    let folder = String(Substring(path.utf8.dropLast(name.utf8.count)))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return folder + name + ".proposal" }
    return folder + name[..<dot] + ".proposal" + name[dot...]
  }
}

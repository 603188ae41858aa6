package import Permissions
internal import Secrets
internal import Values
internal import WorkspaceAPI

extension QuestionSubject {
  /// The kind of the question about a policy that another machine changed.
  static let changedPolicy = "policy-changed"
  /// The id of the question about an invalid policy.
  static let brokenPolicy = "policy-broken"

  /// Returns the id of the question about a policy that another machine changed. Each text has its own id, so that an
  /// answer applies to the text that was shown.
  static func changedPolicy(_ version: String) -> String { changedPolicy + "-" + version }

  /// Returns the version of the policy in the id of a question.
  package static func policyVersion(in id: String) -> String {
    String(Substring(id.utf8.dropFirst(changedPolicy.utf8.count + 1)))
  }

  /// Returns whether an id is that of a question about the policy's file.
  package static func isAboutPolicy(_ id: String) -> Bool { id == brokenPolicy || id.hasPrefix(changedPolicy + "-") }

  /// Returns the id of the approval of an agent's act: the same for the same agent, act and file.
  package static func approval(of act: AgentAct) -> String {
    "approval-" + digest(Approvals.key(of: act))
  }

  /// Returns the id of the question about a file that is held back for a secret.
  static func secret(at path: String) -> String { "secret-" + digest(path) }

  /// Returns the id of the question about a local-only file that was published before.
  static func localOnly(at path: String) -> String { "local-only-" + digest(path) }

  /// Returns the id of the question about a secret that arrived by sync.
  static func arrived(_ secret: ArrivedSecret) -> String {
    "shared-secret-" + digest(secret.path + "\n" + secret.prints.joined(separator: " "))
  }

  /// Returns the 64-bit FNV-1a hash of a text in hexadecimal; it does not resist deliberate collisions.
  static func digest(_ text: String) -> String {
    NumberText.padded(FNV1a(text.utf8).value, to: 16, radix: 16)
  }

  /// Returns the texts about a file that is held back for a secret.
  static func words(
    _ path: String, _ kind: String, _ line: Int
  ) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let id = secret(at: path)
    return (
      "\(path) holds \(kind)" + (line > 0 ? " (line \(line))" : ""),
      "the file is as it was saved and recorded here; it is in nothing that is published, and goes out as soon as the "
        + "secret is taken out of it",
      [
        QuestionAnswer(
          word: "allow", effect: "it is none, or may be known: publish the file",
          command: "stet policy allow-secret \(ShellWord.path(path))"),
        QuestionAnswer(
          word: "hold", effect: "keep it on this machine; do not ask again",
          command: "stet questions answer \(id) hold"),
      ]
    )
  }

  /// Returns the texts about a local-only file that was published before.
  static func words(localOnly path: String) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    (
      "\(path) is local only by the policy, and a version of it is on the branch that is published",
      "that version stays as it is, and what is saved from now on stays on this machine. 'git rm --cached "
        + "\(ShellWord.path(path))' and a commit take the file out of the branch; the history keeps it, so "
        + "take keys in it out of use where they were issued",
      [
        QuestionAnswer(
          word: "known", effect: "it may stay published as it is: do not ask again",
          command: "stet questions answer \(localOnly(at: path)) known")
      ]
    )
  }

  /// Returns the texts about a secret that arrived by sync.
  static func words(_ secret: ArrivedSecret) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let id = arrived(secret)
    let place = secret.machine.map { " on \($0)" } ?? ""
    return (
      "\(secret.path) came with \(secret.kind) (line \(secret.line)), by \(secret.author)\(place): "
        + "it is in the shared history (\(secret.commit.prefix(10)))",
      "the file is as it came; published history is only added to, so the secret stays in it also where it is taken "
        + "out of the file: take it out of use where it was issued",
      [
        QuestionAnswer(
          word: "known", effect: "it is none, or may be known: do not ask about it again",
          command: "stet questions answer \(id) known"),
        QuestionAnswer(
          word: "revoked", effect: "it was taken out of use",
          command: "stet questions answer \(id) revoked"),
      ]
    )
  }

  /// Returns the texts about an approval.
  static func words(_ act: AgentAct) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let id = approval(of: act)
    return (
      "\(act.agent) wants to \(act.phrase) \(act.path)" + (act.tool.map { " (\($0))" } ?? ""),
      "nothing was changed; the agent was referred to you",
      [
        QuestionAnswer(
          word: "allow", effect: "let it, for the next hour", command: "stet questions answer \(id) allow"),
        QuestionAnswer(
          word: "deny", effect: "refuse it, for the next hour", command: "stet questions answer \(id) deny"),
      ]
    )
  }

  /// Returns the texts about a policy that another machine changed.
  static func words(
    changedPolicy version: String
  ) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    (
      "\(Policy.file) was changed elsewhere (version \(version))",
      "the stricter of the accepted policy and this one holds; 'stet policy diff' shows what changed",
      [
        QuestionAnswer(word: "accept", effect: "put it in force here", command: "stet policy accept \(version)"),
        QuestionAnswer(
          word: "put-back", effect: "bring the accepted one back, as a change of yours",
          command: "stet questions answer \(changedPolicy(version)) put-back"),
      ]
    )
  }

  /// Returns the texts about an invalid policy.
  static func words(_ error: PolicyError) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    (
      error.description, "the stricter of the policy that was accepted before and the standard one holds",
      [
        QuestionAnswer(
          word: "read-again", effect: "read the file again, after you put it right",
          command: "stet questions answer \(brokenPolicy) read-again"),
        QuestionAnswer(
          word: "put-back", effect: "bring the accepted one back, as a change of yours",
          command: "stet questions answer \(brokenPolicy) put-back"),
      ]
    )
  }
}

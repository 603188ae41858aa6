internal import GitObjects
internal import Journal

/// Searches the commits of other machines for secrets, and asks the person about them.
struct ArrivalDesk: Sendable {
  /// The search and its results.
  let secrets: ArrivedSecrets
  /// The recorder, which keeps the policy and the audit log.
  let keeper: FolderKeeper
  /// The open questions.
  let questions: QuestionList
  /// The events of the workspace.
  let events: EventHub

  /// Searches commits that others published for secrets, adds the secrets to the audit log and raises questions about
  /// them, until the stop. It uses at most half of the time of one processor.
  func attend() async {
    for await _ in secrets.news {
      var rest: Duration?
      repeat {
        let step = await secrets.step(rules: keeper.policy.secretRules, allowed: keeper.allowedSecrets)
        for secret in step.found {
          await keeper.audit(
            AuditEntry(agent: secret.author, session: nil, model: nil, tool: "sync", act: "secret", path: secret.path))
        }
        if !step.found.isEmpty { ask() }
        if let problem = step.problem {
          events.publish(
            .problem, "what others published cannot be looked through for secrets yet: \(problem); it is tried again")
        }
        rest = step.rest
        if let pause = rest, (try? await Task.sleep(for: pause)) == nil { return }
      } while rest != nil
    }
  }

  /// Raises questions about all arrived secrets without an answer.
  func ask() {
    for secret in secrets.open { questions.raise(.arrivedSecret(secret)) }
  }
}

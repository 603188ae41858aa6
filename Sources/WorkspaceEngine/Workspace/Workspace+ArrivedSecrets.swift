internal import GitObjects
internal import History

extension Workspace {
  /// Searches commits that others published for secrets, adds the secrets to the audit log and raises questions about
  /// them, until the stop. It uses at most half of the time of one processor.
  func attendArrivals() async {
    for await _ in arrivedSecrets.news {
      var rest: Duration?
      repeat {
        let step = await arrivedSecrets.step(rules: queue.policy.secretRules, allowed: queue.allowedSecrets)
        for secret in step.found {
          await queue.audit(
            AuditEntry(agent: secret.author, session: nil, model: nil, tool: "sync", act: "secret", path: secret.path))
        }
        if !step.found.isEmpty { askAboutArrivals() }
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
  func askAboutArrivals() {
    for secret in arrivedSecrets.open { questionList.raise(.arrivedSecret(secret)) }
  }
}

internal import GitObjects
internal import History

extension Workspace {
  /// Looks through what came from the remote, puts secrets in it on record, and asks about them.
  func lookAtArrivals(from old: ObjectID, to new: ObjectID) async {
    let found = await arrivedSecrets.look(
      from: old, to: new, rules: queue.policy.secretRules, allowed: queue.allowedSecrets)
    for secret in found {
      await queue.audit(
        AuditEntry(agent: secret.author, session: nil, model: nil, tool: "sync", act: "secret", path: secret.path))
    }
    askAboutArrivals()
  }

  /// Asks about all secrets that came and were not answered for.
  func askAboutArrivals() {
    for secret in arrivedSecrets.open { questionList.raise(.arrivedSecret(secret)) }
  }
}

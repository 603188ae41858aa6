extension GitSetting {
  /// Returns the remote's effective address (`insteadOf` applied), and a setting with the person's ssh command from
  /// git's configuration.
  ///
  /// Starts one child for each; called when the engine starts and after a change of the configuration.
  ///
  /// - Throws: `TransportError.failed` if git cannot be run; `.missing` if there is no such remote.
  package func readRemote() async throws(TransportError) -> (address: String, setting: GitSetting) {
    let found = try await child(["config", "--get-all", "remote.\(remote).url"]).run(deadline: .configuration)
    // Only status 1 means that there is none: git that was killed, or could not read a file, gives no answer.
    if found.status == 1 || found.status == 0 && found.output.isEmpty { throw .missing("no remote named '\(remote)'") }
    guard found.status == 0 else { throw GitFailure.error(status: found.status, text: found.errors) }
    let url = try await child(["ls-remote", "--get-url", remote]).run(deadline: .configuration)
    guard url.status == 0 else { throw GitFailure.error(status: url.status, text: url.errors) }
    var setting = self
    if sshCommand == nil {
      let own = try await child(["config", "--get", "core.sshCommand"]).run(deadline: .configuration)
      if own.status == 0 { setting.sshCommand = own.output.split(separator: "\n").first.map(String.init) }
    }
    return (String(url.output.prefix { $0 != "\n" }), setting)
  }
}

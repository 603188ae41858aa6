extension GitSetting {
  /// The remote's effective address (`insteadOf` applied), and the person's ssh command from git's configuration.
  ///
  /// One child each; asked when the engine starts and when the configuration changed.
  ///
  /// - Throws: `TransportError.failed` where git cannot be run; `.missing` where there is no such remote.
  package func readRemote() async throws(TransportError) -> (address: String, setting: GitSetting) {
    let found = try await child(["config", "--get-all", "remote.\(remote).url"]).run(deadline: .configuration)
    // Only 1 says that there is none; git that was killed, or could not read a file, says nothing about it.
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

package import HTTPTransfer
package import LargeFiles

extension GitSetting {
  /// Returns the time limits of a transfer: git-lfs's own `lfs.activitytimeout`, else the standard.
  ///
  /// A limit below one second, with which git-lfs waits for ever, is the standard as well: a stalled transfer must be
  /// retried.
  package func transferDeadline() async -> TransferDeadline {
    var limits = TransferDeadline.standard
    let child = child(["config", "--get", "lfs.activitytimeout"], withoutIndex: true)
    let result = try? await child.run(deadline: deadline)
    guard let result, result.status == 0, let line = result.output.split(separator: "\n").first,
      let seconds = Int(line), (1...86_400).contains(seconds)
    else { return limits }
    limits.stall = .seconds(seconds)
    limits.answer = max(limits.answer, limits.stall)
    return limits
  }

  /// Returns the proxy and the certificates that git itself would use: its configuration first, then the environment.
  package func transferSettings() async -> TransferSettings {
    var values: [String: String] = [:]
    let child = child(["config", "--get-regexp", "^http\\.(proxy|sslcainfo)$"], withoutIndex: true)
    if let result = try? await child.run(deadline: deadline), result.status == 0 {
      for line in result.output.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1)
        if words.count == 2 { values[String(words[0])] = String(words[1]) }
      }
    }
    let proxies = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy"]
    return TransferSettings(
      proxy: values["http.proxy"] ?? proxies.lazy.compactMap { environment[$0] }.first { !$0.isEmpty },
      certificates: environment["GIT_SSL_CAINFO"] ?? values["http.sslcainfo"])
  }

  /// Names and passwords from the person's git credential helpers. No helper asks on a terminal or in a window: a
  /// program in the background must not.
  package var credentials: CredentialSource {
    CredentialSource(
      fill: { origin in
        guard let question = Credential.question(origin),
          let result = try? await credential("fill", question).run(deadline: deadline), result.status == 0
        else { return nil }
        return Credential(filled: result.output, origin: origin)
      },
      approve: { known in
        if let words = known.answer { _ = try? await credential("approve", words).run(deadline: deadline) }
      },
      reject: { known in
        if let words = known.answer { _ = try? await credential("reject", words).run(deadline: deadline) }
      })
  }

  private func credential(_ verb: String, _ input: String) -> ChildProcess {
    var child = child(["credential", verb], withoutIndex: true)
    child.input = input
    return child
  }
}

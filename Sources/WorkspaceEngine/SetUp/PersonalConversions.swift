internal import FoundationEssentials
internal import Git
internal import GitProcess
internal import Threads
internal import WorkspaceAPI

/// The conversions of files by the person's own configuration of git.
///
/// Stet records the bytes of a file, so a file that git converted would look edited. `RepositoryCheck` judges the files
/// of the repository itself.
struct PersonalConversions: Sendable {
  /// Runs git in the folder.
  let git: GitReader

  /// Returns the refused settings and attributes that git takes from outside the repository.
  ///
  /// A setting of the repository overrides the person's. The result is empty if git cannot read its configuration.
  func refused() async -> [Finding] {
    var settings: [String: (place: String, value: String)] = [:]
    let pattern = "^core\\.(autocrlf|eol|filemode|symlinks|attributesfile)$"
    // git ends with status 1 if nothing is set.
    let listing = (try? await git.run(["config", "--null", "--show-origin", "--get-regexp", pattern])) ?? []
    let parts = listing.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    for position in stride(from: 0, to: parts.count - 1, by: 2) {
      let entry = parts[position + 1].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      settings[String(entry[0])] = (parts[position], entry.count > 1 ? String(entry[1]) : "true")
    }
    let attributes = attributesFile(settings.removeValue(forKey: "core.attributesfile")?.value)
    var found: [Finding] = []
    for (name, setting) in settings.sorted(by: { $0.key < $1.key }) {
      guard setting.place.hasPrefix("file:"), !setting.place.hasPrefix("file:\(git.root)/.git/") else { continue }
      if name == Self.lineEndings, setting.value.lowercased() == "input", await !haveConverted() { continue }
      let place = String(setting.place.dropFirst("file:".count))
      var facts = RepositoryFacts()
      facts.configuration = [.init(path: place, text: "[core]\n\(name.dropFirst("core.".count)) = \(setting.value)\n")]
      for var finding in RepositoryCheck.findings(facts) {
        // The line is that of the text above.
        finding.place = place
        found.append(finding)
      }
    }
    for path in [attributes, await systemAttributesFile()].compactMap(\.self) {
      guard let content = await onThread("stet.init", { FileManager.default.contents(atPath: path) }) else { continue }
      var facts = RepositoryFacts()
      facts.attributes = [.init(path: path, text: String(decoding: content, as: UTF8.self))]
      found += RepositoryCheck.findings(facts)
    }
    return found.filter { $0.verdict == .refused }
  }

  /// Switches the person's `core.autocrlf=input` off for a repository that has no setting of its own: git would convert
  /// files that the person commits.
  ///
  /// - Throws: `VerbError` with git's message.
  func switchOff() async throws(VerbError) {
    let own = try? await git.run(["config", "--local", Self.lineEndings])
    let present = try? await git.run(["config", Self.lineEndings])
    guard own == nil, present.map({ String(decoding: $0, as: UTF8.self) }) == "input\n" else { return }
    _ = try await git.run(["config", "--local", Self.lineEndings, "false"])
  }

  private static let lineEndings = "core.autocrlf"

  /// Returns whether git recorded a file here with other line endings than the file has. `core.autocrlf=input`, which
  /// many set on Linux, converts only what is committed.
  private func haveConverted() async -> Bool {
    guard let listing = try? await git.run(["ls-files", "--eol"]) else { return true }
    return listing.split(separator: UInt8(ascii: "\n")).contains { line in
      let state = String(decoding: line.prefix(24), as: UTF8.self)
      return state.hasPrefix("i/lf ") && (state.contains(" w/crlf") || state.contains(" w/mixed"))
    }
  }

  /// Returns the path of the machine's attribute file; a git before 2.42 cannot name it.
  private func systemAttributesFile() async -> String {
    let answer = (try? await git.run(["var", "GIT_ATTR_SYSTEM"])) ?? []
    let path = String(decoding: answer.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return path.isEmpty ? "/etc/gitattributes" : path
  }

  /// Returns the path of the person's attribute file, from the setting or git's default.
  private func attributesFile(_ setting: String?) -> String? {
    let home = git.environment["HOME"]
    guard let setting else {
      let configured = git.environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      return (configured ?? home.map { $0 + "/.config" }).map { $0 + "/git/attributes" }
    }
    return setting.hasPrefix("~/") ? home.map { "\($0)\(setting.dropFirst())" } : setting
  }
}

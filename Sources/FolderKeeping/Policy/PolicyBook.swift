package import Permissions
internal import Secrets
package import WorkspaceAPI
package import FileSystem
package import GitObjects
internal import LocalState
internal import Synchronization

/// The policy that is in force: the policy that the person accepted here, together with a policy that is not accepted
/// yet.
///
/// A version that the person saves in the folder on this machine is accepted when the recorder records it. Any other
/// version waits for `stet policy accept`; until then the stricter of both applies (review C8). A version that is not
/// recorded, because it is ignored or holds a secret, waits too. If the file cannot be read, the accepted policy stays
/// in force, together with the standard policy. A file that is missing in the folder and present in the tip changes
/// nothing.
package final class PolicyBook: Sendable {
  /// The path of the policy file; never nil.
  package static let path = try? WorkspacePath(Policy.file)
  /// The file with the accepted policy, on this machine only.
  private static let kept = StoredFile("policy")

  /// The status of the policy file in the folder.
  package enum Verdict: Hashable, Sendable {
    /// The policy is in force.
    case accepted
    /// The policy came from elsewhere and waits for the person.
    case waiting
    /// The file cannot be used.
    case broken(PolicyError)
  }

  private struct State {
    var accepted: Policy
    var acceptedText: String?
    var text: String?
    var other: Policy?
    var verdict = Verdict.accepted
  }

  /// The agents' programs that are connected.
  package let connectedAgents = ConnectedAgents()
  private let tree: any FileTree
  private let state: Mutex<State>

  /// Reads the accepted policy.
  ///
  /// - Parameter isNew: whether nothing was ever recorded here: the folder's policy is then accepted, as the person who
  ///   runs `stet init` or `stet clone` wants it. Otherwise a missing file was deleted, and the folder's policy waits.
  package init(tree: any FileTree, isNew: Bool) {
    self.tree = tree
    // If the accepted policy cannot be read, the standard policy is in force and the folder's policy waits.
    let kept: String?
    do throws(PolicyError) { kept = try Self.text(of: Self.kept.location, in: tree) ?? (isNew ? nil : "") } catch {
      kept = ""
    }
    state = Mutex(
      State(accepted: kept.flatMap { try? Policy(toml: $0) } ?? .standard, acceptedText: kept))
    look(isRecorded: false) { _ in kept == nil }
  }

  /// The policies in force: one, or two of which the stricter applies.
  private var inForce: (Policy, Policy?) { state.withLock { ($0.accepted, $0.other) } }

  /// The size in bytes above which files are held.
  package var holdOver: Int64 {
    let (accepted, other) = inForce
    return min(accepted.holdOver, other?.holdOver ?? .max)
  }

  /// The rules for secrets of all policies in force: a file that one of them holds is held.
  package var secretRules: [SecretRules] {
    let (accepted, other) = inForce
    guard let other, other.secrets != accepted.secrets else { return [accepted.secrets] }
    return [accepted.secrets, other.secrets]
  }

  /// The rules for secrets and the local-only paths of all policies in force: content that one of them excludes is not
  /// published.
  package var publishingRules: [SecretRules] {
    let (accepted, other) = inForce
    return [accepted, other].compactMap(\.self).map { policy in
      var rules = policy.secrets
      rules.localOnly = policy.localOnly
      return rules
    }
  }

  /// The local-only paths of all policies in force.
  package var localOnly: [PatternList] {
    let (accepted, other) = inForce
    return [accepted, other].compactMap { $0?.localOnly }
  }

  /// Whether a policy in force keeps a path on this machine, by the path or by other names of its file. An exception for
  /// the path itself (`!`) releases it.
  func isLocalOnly(_ path: String, otherNames: [String] = []) -> Bool {
    let (accepted, other) = inForce
    let identity = PathIdentity(path)
    return [accepted, other].compactMap { $0?.localOnly }.contains { list in
      let names = list.excepts(identity) ? [] : otherNames.map { PathIdentity($0) }
      // The file is looked at under its path: it may be gone from its other names.
      return ([identity] + names).contains { list.covering($0, isPresentation: { isPresentation(path) }) != nil }
    }
  }

  /// Whether a policy in force protects a path from agents or keeps it on this machine.
  func isSensitive(_ path: String) -> Bool { protects(path) || isLocalOnly(path) }

  private func isPresentation(_ path: String) -> Bool { KeynoteDocument.stands(at: path, in: tree) }

  /// Whether a folder has a `HEAD` that git would accept: a file or a symbolic link.
  private func hasHead(_ folder: String) -> Bool {
    ["HEAD", "head"].contains { name in
      guard let path = try? WorkspacePath(folder + "/" + name) else { return false }
      guard let kind = ((try? tree.stamp(of: FileLocation(path))) ?? nil)?.kind else { return false }
      return kind == .file || kind == .symlink
    }
  }

  /// The policy that the person accepted.
  package var accepted: Policy { state.withLock { $0.accepted } }

  /// The status of the policy file in the folder.
  package var verdict: Verdict { state.withLock { $0.verdict } }

  /// The text of the accepted policy and the text in the folder; nil for a file that does not exist.
  package var texts: (accepted: String?, onDisk: String?) { state.withLock { ($0.acceptedText, $0.text) } }

  /// Whether all policies in force let agents' clients return the person's answers.
  package var asksInClient: Bool {
    let (accepted, other) = inForce
    return accepted.agents.asksInClient && other?.agents.asksInClient != false
  }

  /// Whether a policy in force restricts reading.
  package var limitsReading: Bool {
    let (accepted, other) = inForce
    return accepted.agents.limitsReading || other?.agents.limitsReading == true
  }

  /// Whether a policy in force protects a path.
  func protects(_ path: String) -> Bool {
    let (accepted, other) = inForce
    let path = PathIdentity(path)
    return accepted.agents.protected.covering(path) != nil || other?.agents.protected.covering(path) != nil
  }

  /// Whether a policy in force has append-only paths.
  package var hasAppendOnly: Bool {
    let (accepted, other) = inForce
    return !accepted.agents.appendOnly.isEmpty || other?.agents.appendOnly.isEmpty == false
  }

  /// Whether a policy in force makes a path append-only for agents.
  package func isAppendOnly(_ path: String) -> Bool {
    let (accepted, other) = inForce
    let path = PathIdentity(path)
    return accepted.agents.appendOnly.covering(path) != nil || other?.agents.appendOnly.covering(path) != nil
  }

  /// Returns the verdict on an act: the strictest of the policies in force.
  package func verdict(on act: AgentAct) -> PolicyVerdict {
    let (accepted, other) = inForce
    let verdict = accepted.verdict(on: act, isPresentation: isPresentation, hasHead: hasHead)
    guard let second = other?.verdict(on: act, isPresentation: isPresentation, hasHead: hasHead),
      second.permission > verdict.permission
    else { return verdict }
    return second
  }

  /// Returns the rules for a session: the strictest of the policies in force.
  ///
  /// - Parameter server: the server of the web that it wants to read, `HOST:PORT`; nil for none.
  package func sessionRules(_ server: String?) -> SessionRules {
    let (accepted, other) = inForce
    let policies = [accepted, other].compactMap(\.self)
    return SessionRules(
      hasChat: policies.allSatisfy(\.hasChats),
      web: server.flatMap { server in policies.map { $0.web.permission(for: server) }.max() })
  }

  /// Reads the file again; on the recorder's executor.
  ///
  /// - Parameters:
  ///   - isRecorded: whether the tip has the file. If it does and the file is missing in the folder, the file is still
  ///     to be written, and the policies in force stay, even if somebody accepts the absence.
  ///   - isSavedHere: returns whether the person saved this text in the folder on this machine or accepts it, so that
  ///     it comes into force; the text is nil if the file is missing.
  /// - Returns: the status of the file.
  @discardableResult
  package func look(isRecorded: Bool, isSavedHere: (_ text: String?) -> Bool) -> Verdict {
    let read = Result { () throws(PolicyError) in try Self.text(of: FileLocation.policy, in: tree) }
    let text = (try? read.get()) ?? nil
    let isSavedHere = isSavedHere(text)
    let policy = read.flatMap { text in
      Result { () throws(PolicyError) in try text.map { text throws(PolicyError) in try Policy(toml: text) } }
    }
    let (verdict, accepted): (Verdict, String?) = state.withLock { state in
      if isRecorded, case .success(nil) = read { return (state.verdict, nil) }
      var accepted: String?
      state.text = text
      switch policy {
      case .failure(let error):
        state.other = .standard
        state.verdict = .broken(error)
      case .success(let policy):
        if isSavedHere || (text ?? "").hasSameBytes(as: state.acceptedText ?? "") {
          accepted = Self.accept(policy ?? .standard, text, in: &state)
        } else {
          state.other = policy ?? .standard
          state.verdict = .waiting
        }
      }
      return (state.verdict, accepted)
    }
    // If the write fails, the person is asked after the next start. The write is outside the lock: a verdict on an act
    // does not wait for the disk.
    if let accepted { try? Self.kept.write(accepted, .content, in: tree) }
    return verdict
  }

  /// Puts a policy in force.
  ///
  /// - Returns: the policy's text if it differs from the stored one; else nil.
  private static func accept(_ policy: Policy, _ text: String?, in state: inout State) -> String? {
    state.accepted = policy
    state.other = nil
    state.verdict = .accepted
    let text = text ?? ""
    if state.acceptedText?.hasSameBytes(as: text) == true { return nil }
    state.acceptedText = text
    return text
  }

  /// Returns a file's text; nil if the file does not exist.
  ///
  /// - Throws: `PolicyError.unreadable` if the file cannot be read.
  private static func text(of location: FileLocation, in tree: any FileTree) throws(PolicyError) -> String? {
    do throws(FileError) {
      return try tree.read(location, limit: 1_000_000).map { String(decoding: $0.bytes, as: UTF8.self) }
    } catch { throw .unreadable(error.message) }
  }
}

extension FileLocation {
  package static var policy: FileLocation { FileLocation.root.appending(".stet").appending("policy.toml") }
}

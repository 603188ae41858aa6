internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Synchronization

/// The policy that is in force: the one that the person accepted here, and beside it one that is not accepted yet.
///
/// A save of the person in the folder on this machine is accepted when it is recorded. Another version waits for
/// `stet policy accept`; until then the stricter of both holds (review C8). So does one that is not recorded, because it
/// is ignored or holds a secret. A file that cannot be read leaves the accepted policy in force, and the standard one
/// with it where that is stricter; one that is missing and recorded changes nothing.
final class PolicyBook: Sendable {
  /// Where the policy stands.
  static let file = ".stet/policy.toml"
  /// The same as a path; never nil.
  static let path = try? WorkspacePath(file)
  /// Where the accepted one is kept, on this machine only.
  private static let kept = StoredFile("policy")

  /// What became of the file that stands there.
  enum Standing: Hashable, Sendable {
    /// It is in force.
    case accepted
    /// It came from elsewhere and waits.
    case waiting
    /// It cannot be used.
    case broken(PolicyError)
  }

  private struct State {
    var accepted: Policy
    var acceptedText: String?
    var text: String?
    var other: Policy?
    var standing = Standing.accepted
  }

  private let tree: any FileTree
  private let state: Mutex<State>

  /// Reads the policy that was accepted; where none ever was, what stands there is.
  init(tree: any FileTree) {
    self.tree = tree
    // Where the kept one cannot be read the standard one is in force, and the folder's waits.
    let kept: String?
    do throws(PolicyError) { kept = try Self.text(of: Self.kept.location, in: tree) } catch { kept = "" }
    state = Mutex(
      State(accepted: kept.flatMap { try? Policy(toml: $0) } ?? .standard, acceptedText: kept))
    look(isRecorded: false) { _ in kept == nil }
  }

  /// The policies in force: one, or two of which the stricter holds.
  private var inForce: (Policy, Policy?) { state.withLock { ($0.accepted, $0.other) } }

  /// The size above which files are held.
  var holdOver: Int64 {
    let (accepted, other) = inForce
    return min(accepted.holdOver, other?.holdOver ?? .max)
  }

  /// What is said of secrets by all that is in force: what one of them holds is held.
  var secretRules: [SecretRules] {
    let (accepted, other) = inForce
    guard let other, other.secrets != accepted.secrets else { return [accepted.secrets] }
    return [accepted.secrets, other.secrets]
  }

  /// The same, and what is local only: what none of them may publish.
  var publishingRules: [SecretRules] {
    let (accepted, other) = inForce
    return [accepted, other].compactMap(\.self).map { policy in
      var rules = policy.secrets
      rules.localOnly = policy.localOnly
      return rules
    }
  }

  /// What is local only by all that is in force.
  var localOnly: [PatternList] {
    let (accepted, other) = inForce
    return [accepted, other].compactMap { $0?.localOnly }
  }

  /// Whether anything in force keeps a path on this machine.
  func isLocalOnly(_ path: String) -> Bool {
    let (accepted, other) = inForce
    let identity = PathIdentity(path)
    return [accepted, other].contains { policy in
      policy?.localOnly.covering(identity, isPresentation: { isPresentation(path) }) != nil
    }
  }

  private func isPresentation(_ path: String) -> Bool { KeynoteDocument.stands(at: path, in: tree) }

  /// Whether a `HEAD` stands in a folder that git would take for one: a file, or a symbolic link.
  private func hasHead(_ folder: String) -> Bool {
    ["HEAD", "head"].contains { name in
      guard let path = try? WorkspacePath(folder + "/" + name) else { return false }
      guard let kind = ((try? tree.stamp(of: FileLocation(path))) ?? nil)?.kind else { return false }
      return kind == .file || kind == .symlink
    }
  }

  /// The policy that the person accepted.
  var accepted: Policy { state.withLock { $0.accepted } }

  /// What became of the file that stands there.
  var standing: Standing { state.withLock { $0.standing } }

  /// The accepted text and the one that stands there; nil where there is none.
  var texts: (accepted: String?, standing: String?) { state.withLock { ($0.acceptedText, $0.text) } }

  /// Whether all that is in force lets agents' clients bring the person's answers.
  var asksInClient: Bool {
    let (accepted, other) = inForce
    return accepted.agents.asksInClient && other?.agents.asksInClient != false
  }

  /// Whether anything in force keeps files from being read.
  var limitsReading: Bool {
    let (accepted, other) = inForce
    return accepted.agents.limitsReading || other?.agents.limitsReading == true
  }

  /// Whether anything in force protects a name.
  func protects(_ path: String) -> Bool {
    let (accepted, other) = inForce
    let path = PathIdentity(path)
    return accepted.agents.protected.covering(path) != nil || other?.agents.protected.covering(path) != nil
  }

  /// Whether anything in force names append-only paths.
  var hasAppendOnly: Bool {
    let (accepted, other) = inForce
    return !accepted.agents.appendOnly.isEmpty || other?.agents.appendOnly.isEmpty == false
  }

  /// Whether anything in force lets agents only append to a path.
  func isAppendOnly(_ path: String) -> Bool {
    let (accepted, other) = inForce
    let path = PathIdentity(path)
    return accepted.agents.appendOnly.covering(path) != nil || other?.agents.appendOnly.covering(path) != nil
  }

  /// What is said to an act: the strictest of all that is in force.
  func verdict(on act: AgentAct) -> PolicyVerdict {
    let (accepted, other) = inForce
    let verdict = accepted.verdict(on: act, isPresentation: isPresentation, hasHead: hasHead)
    guard let second = other?.verdict(on: act, isPresentation: isPresentation, hasHead: hasHead),
      second.permission > verdict.permission
    else { return verdict }
    return second
  }

  /// Reads the file again; on the recorder's executor.
  ///
  /// - Parameters:
  ///   - isRecorded: whether the tip has the file: where it is missing in the folder then, it is on its way, and what is
  ///     in force stays, whoever accepts it.
  ///   - isSavedHere: whether a person saved this text in the folder on this machine or accepts it, so that it is in
  ///     force; nil for a file that is gone.
  /// - Returns: what became of it.
  @discardableResult
  func look(isRecorded: Bool, isSavedHere: (_ text: String?) -> Bool) -> Standing {
    let read = Result { () throws(PolicyError) in try Self.text(of: FileLocation.policy, in: tree) }
    let text = (try? read.get()) ?? nil
    let isSavedHere = isSavedHere(text)
    let policy = read.flatMap { text in
      Result { () throws(PolicyError) in try text.map { text throws(PolicyError) in try Policy(toml: text) } }
    }
    let (standing, accepted): (Standing, String?) = state.withLock { state in
      if isRecorded, case .success(nil) = read { return (state.standing, nil) }
      var accepted: String?
      state.text = text
      switch policy {
      case .failure(let error):
        state.other = .standard
        state.standing = .broken(error)
      case .success(let policy):
        if isSavedHere || (text ?? "").hasSameBytes(as: state.acceptedText ?? "") {
          accepted = Self.accept(policy ?? .standard, text, in: &state)
        } else {
          state.other = policy ?? .standard
          state.standing = .waiting
        }
      }
      return (state.standing, accepted)
    }
    // Where that fails, it is asked about after the next start. Nobody who asks about an act waits for the disk.
    if let accepted { try? Self.kept.write(accepted, .content, in: tree) }
    return standing
  }

  /// Puts a policy in force.
  ///
  /// - Returns: its text, where it is not the one that is kept.
  private static func accept(_ policy: Policy, _ text: String?, in state: inout State) -> String? {
    state.accepted = policy
    state.other = nil
    state.standing = .accepted
    let text = text ?? ""
    if state.acceptedText?.hasSameBytes(as: text) == true { return nil }
    state.acceptedText = text
    return text
  }

  /// Returns a file's text; nil where there is none.
  private static func text(of location: FileLocation, in tree: any FileTree) throws(PolicyError) -> String? {
    do throws(FileError) {
      return try tree.read(location, limit: 1_000_000).map { String(decoding: $0.bytes, as: UTF8.self) }
    } catch { throw .unreadable(error.message) }
  }
}

extension FileLocation {
  /// The policy file.
  static var policy: FileLocation { FileLocation.root.appending(".stet").appending("policy.toml") }
}

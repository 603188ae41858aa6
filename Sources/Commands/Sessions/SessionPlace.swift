internal import FileSystem
internal import Sessions
internal import WorkspaceAPI

/// The sessions of a workspace on disk, for the commands.
struct SessionPlace {
  /// The workspace's folder.
  let root: String
  /// Its files.
  let tree: DiskTree

  /// Opens the sessions of the workspace that the command was called in.
  ///
  /// - Throws: `VerbError` if there is no workspace.
  init(_ context: CommandContext) throws(VerbError) {
    root = try context.folder().root
    do throws(FileError) { tree = try DiskTree(root: root) } catch { throw Self.failure(.file(error)) }
  }

  /// Returns all sessions with a readable log, the one that changed last first; those of other machines with their
  /// entry at the remote.
  ///
  /// - Parameter onDamage: takes the ids of the sessions of this machine whose log is damaged.
  func all(
    _ travel: SessionTravel?, onDamage: ([String]) -> Void = { _ in }
  ) throws(VerbError) -> [(summary: SessionSummary, elsewhere: TravellingSession?)] {
    let elsewhere = travel?.elsewhere ?? [:]
    do throws(FileError) {
      let survey = try SessionShelf.survey(in: tree)
      onDamage(survey.damaged.filter { elsewhere[$0] == nil })
      let here = survey.summaries.filter { elsewhere[$0.plan.id] == nil }
      guard !elsewhere.isEmpty else { return here.map { ($0, nil) } }
      let others = try SessionShelf.summaries(in: tree, .elsewhere).filter { elsewhere[$0.plan.id] != nil }
      return (here + others).map { ($0, elsewhere[$0.plan.id]) }.sorted { one, other in
        (one.summary.times.upperBound, one.summary.plan.id) > (other.summary.times.upperBound, other.summary.plan.id)
      }
    } catch { throw Self.failure(.file(error)) }
  }

  /// Returns the whole id of a session, and its entry at the remote if another machine has it. A session whose
  /// take-over was killed is at the remote only, as this machine's.
  ///
  /// - Throws: `VerbError` if there is none, or several begin so.
  func find(
    _ name: String, _ travel: SessionTravel?
  ) throws(VerbError) -> (id: String, elsewhere: TravellingSession?) {
    let elsewhere = travel?.elsewhere ?? [:]
    let id = try id(name, besides: travel?.report.sessions.map(\.id) ?? [])
    return (id, elsewhere[id])
  }

  /// Returns the lines of a session and the state after them.
  ///
  /// - Throws: `VerbError` if there is no such session, or its log cannot be read.
  func session(
    _ id: String, _ shelf: SessionShelf.Place = .here
  ) throws(VerbError) -> (lines: [SessionLine], record: SessionRecord) {
    do throws(SessionLogError) {
      let lines = try SessionShelf.lines(of: id, in: tree, shelf)
      guard let record = SessionRecord(lines), record.plan.id == id else { throw .damaged(id, line: 1) }
      return (lines, record)
    } catch { throw Self.failure(error) }
  }

  /// Returns the whole id of a session.
  ///
  /// - Parameters:
  ///   - name: the id, or its beginning if no other id has it.
  ///   - others: the sessions of other machines.
  /// - Throws: `VerbError` if there is none, or several begin so.
  func id(_ name: String, besides others: [String] = []) throws(VerbError) -> String {
    var ids: [String]
    do throws(FileError) { ids = try SessionShelf.ids(in: tree) } catch { throw Self.failure(.file(error)) }
    ids = Set(ids).union(others).sorted()
    if ids.contains(name) { return name }
    let found = ids.filter { $0.hasPrefix(name) }
    guard let only = found.first, found.count == 1 else {
      guard found.isEmpty || name.isEmpty else {
        throw VerbError(
          .usage, "Several sessions begin with '\(name)': \(found.prefix(5).joined(separator: ", ")).",
          next: "Give more of the id.")
      }
      throw VerbError.unknown("session", name, among: ids, next: "'stet session list' shows all.")
    }
    return only
  }

  /// Whether the person lets sessions travel, perhaps over an earlier remote.
  var travels: Bool { ((try? tree.stamp(of: SessionTravel.consent)) ?? nil) != nil }

  /// Returns the process that runs a session; nil if none does.
  func runner(of id: String) -> Int32? { SessionShelf.runner(of: id, root: root) }

  /// Returns the error of a log as that of a verb.
  static func failure(_ error: SessionLogError) -> VerbError {
    switch error {
    case .missing(let id):
      VerbError(.notFound, "There is no session '\(id)'.", next: "'stet session list' shows all.")
    case .exists(let id): VerbError(.failed, "There is a session '\(id)' already.", kept: "It is unchanged.")
    case .damaged(let id, let line):
      VerbError(
        .failed, "The log of session \(id) is damaged at line \(line).", kept: "It is unchanged.",
        next: "'stet session export \(id)' shows what can be read; begin a new session with 'stet run'.")
    case .file(let error): VerbError(.failed, "The log of a session: \(error).")
    }
  }
}

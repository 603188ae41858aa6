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

  /// Returns all sessions with a readable log, the one that changed last first.
  func all() throws(VerbError) -> [SessionRecord] {
    do throws(FileError) { return try SessionShelf.records(in: tree) } catch { throw Self.failure(.file(error)) }
  }

  /// Returns the lines of a session and the state after them.
  ///
  /// - Parameter name: the id, or its beginning if no other id has it.
  /// - Throws: `VerbError` if there is no such session, or its log cannot be read.
  func session(_ name: String) throws(VerbError) -> (lines: [SessionLine], record: SessionRecord) {
    let id = try id(name)
    do throws(SessionLogError) {
      let lines = try SessionShelf.lines(of: id, in: tree)
      guard let record = SessionRecord(lines) else { throw .damaged(id, line: 1) }
      return (lines, record)
    } catch { throw Self.failure(error) }
  }

  /// Returns the whole id of a session.
  ///
  /// - Throws: `VerbError` if there is none, or several begin so.
  func id(_ name: String) throws(VerbError) -> String {
    let ids: [String]
    do throws(FileError) { ids = try SessionShelf.ids(in: tree) } catch { throw Self.failure(.file(error)) }
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

  /// Returns the process that runs a session; nil if none does.
  func runner(of id: String) -> Int32? {
    (try? FileLock.holder(root: root, of: SessionShelf.lock(of: id))) ?? nil
  }

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

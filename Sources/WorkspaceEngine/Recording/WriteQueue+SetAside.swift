internal import WorkspaceAPI
internal import FileSystem
internal import History

/// Folders that stood where a file came from elsewhere.
extension WriteQueue {
  /// Asks about folders that were set aside, and no more about those that the person moved.
  func tellSetAside() {
    let names = recorder.foldersSetAside
    for name in names { questions.raise(.setAside(name)) }
    let ids = Set(names.map { QuestionSubject.setAside($0) })
    for question in questions.open where question.kind == "set-aside" && !ids.contains(question.id) {
      questions.withdraw(question.id)
    }
  }

  /// Notes that the person knows of a folder that was set aside; false for another question.
  ///
  /// - Throws: `VerbError` where the folder cannot be renamed; the question stays open.
  func knowSetAside(_ id: String) throws(VerbError) -> Bool {
    guard let name = recorder.foldersSetAside.first(where: { QuestionSubject.setAside($0) == id }) else { return false }
    defer { tellSetAside() }
    do throws(FileError) { try recorder.knowSetAside(name) } catch { throw VerbError(error, root: repository.root) }
    return true
  }
}

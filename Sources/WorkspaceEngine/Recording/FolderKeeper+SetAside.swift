internal import WorkspaceAPI
internal import FileSystem
internal import History

/// Folders that were in the place of a file from elsewhere and were set aside.
extension FolderKeeper {
  /// Asks about folders that were set aside, and withdraws the questions about those that the person moved.
  func tellSetAside() {
    let names = recorder.tree.foldersSetAside
    for name in names { questions.raise(.setAside(name)) }
    let ids = Set(names.map { QuestionSubject.setAside($0) })
    for question in questions.open where question.kind == "set-aside" && !ids.contains(question.id) {
      questions.withdraw(question.id)
    }
  }

  /// Records that the person knows of a folder that was set aside.
  ///
  /// - Returns: false if the question is not about such a folder.
  ///
  /// - Throws: `VerbError` if the folder cannot be renamed; the question stays open.
  func knowSetAside(_ id: String) throws(VerbError) -> Bool {
    let tree = recorder.tree
    guard let name = tree.foldersSetAside.first(where: { QuestionSubject.setAside($0) == id }) else { return false }
    defer { tellSetAside() }
    do throws(FileError) { try tree.knowSetAside(name) } catch { throw VerbError(error, root: repository.root) }
    return true
  }
}

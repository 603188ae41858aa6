internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension WorkspacePath {
  /// Whether git reads attributes from the path.
  var isOfAttributes: Bool { name == ".gitattributes" }
}

extension Recorder {
  /// Plans the line that a large file needs in `.gitattributes`, unless attributes already name it. The line precedes
  /// the file's own change and is therefore in the same commit, of the same author.
  ///
  /// An unrecorded save of `.gitattributes` by the person is planned as theirs before.
  ///
  /// - Throws: `WriteRefusal` if the file cannot be written now.
  func planLine(for path: WorkspacePath, origin: WriteOrigin, in plan: inout TurnPlan) throws(WriteRefusal) {
    guard disk.rules.largeFilter(path) != .lfs, let attributes = try? WorkspacePath(".gitattributes") else { return }
    // A placed version is never stamped with a name.
    let write = Write(
      path: attributes, action: .place(mode: .file, blob: .emptyBlob), origin: origin, believesDeletion: true)
    let file = try current(of: write, in: &plan)
    guard file.mode?.isFile ?? true else { throw .notAFile }
    let before = try bytesOf(file, at: attributes)
    let text = AttributeLine.adding([path], to: before)
    guard text != before else { return }
    // The lines of one commit are one change.
    if let index = file.placement, let last = plan.drafts.indices.last, plan.drafts[last].origin == origin,
      plan.drafts[last].changes[attributes]?.placement == index, plan.placements[index].kind == .exchange
    {
      let blob = store.id(of: .blob, text)
      plan.placements[index].new = blob
      plan.files[attributes]?.blob = blob
      plan.files[attributes]?.bytes = text
      plan.drafts[last].changes[attributes]?.blob = blob
      plan.drafts[last].changes[attributes]?.content = text
      return
    }
    _ = try planContent(write, text, mode: file.mode ?? .file, over: file, in: &plan)
  }
}

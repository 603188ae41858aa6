internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension WorkspacePath {
  /// Whether git reads attributes from the path.
  var isOfAttributes: Bool { name == ".gitattributes" }
}

extension Recorder {
  /// Returns the reason why a large file is held: without its line it would be a text to stock git, and the line has no
  /// place if `.gitattributes` is a link or a folder. nil if the line has a place, or none is needed.
  func lineReason(for path: WorkspacePath) -> HeldReason? {
    guard rules.largeFilter(path) != .lfs, let attributes = try? WorkspacePath(".gitattributes"),
      let kind = (try? tree.stamp(of: FileLocation(attributes)))??.kind
    else { return nil }
    return kind == .file ? nil : .noAttributes
  }

  /// The time in nanoseconds for which attributes may be missing before files are recorded without them: an editor
  /// restores them within moments, and a deletion that is not believed must not block anything.
  private static let attributesGap: Int64 = 5_000_000_000

  /// Returns whether attributes that may make a file a pointer are missing just now: an editor is between its two
  /// renames, and a small file that is large only by its attributes would become a text.
  func lacksAttributes(_ path: WorkspacePath) -> Bool {
    guard large != nil, rules.largeFilter(path) == .unspecified else { return false }
    var folder = path.parent
    while true {
      let name = (folder.map { $0.string + "/" } ?? "") + ".gitattributes"
      if let attributes = try? WorkspacePath(name), isMissing(attributes), let entry = try? entry(at: attributes),
        entry.mode.isFile, let text = try? store.blob(entry.id),
        String(decoding: text, as: UTF8.self).contains("filter=lfs")
      {
        let now = time.now().monotonic
        attributesMissing = attributesMissing ?? now
        return attributesMissing.map { now - $0 < Self.attributesGap } ?? false
      }
      guard let open = folder else {
        attributesMissing = nil
        return false
      }
      folder = open.parent
    }
  }

  /// Plans the line that a large file needs in `.gitattributes`, unless attributes already name it. The line precedes
  /// the file's own change and is therefore in the same commit, of the same author.
  ///
  /// An unrecorded save of `.gitattributes` by the person is planned as theirs before.
  ///
  /// - Throws: `WriteRefusal` if the file cannot be written now.
  func planLine(for path: WorkspacePath, origin: WriteOrigin, in plan: inout TurnPlan) throws(WriteRefusal) {
    guard rules.largeFilter(path) != .lfs, let attributes = try? WorkspacePath(".gitattributes") else { return }
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

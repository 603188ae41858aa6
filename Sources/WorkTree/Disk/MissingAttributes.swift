internal import FileSystem
internal import GitObjects

/// The wait for `.gitattributes` files that an editor is replacing.
struct MissingAttributes {
  /// The time in nanoseconds for which attributes may be missing before files are recorded without them: an editor
  /// restores them within moments, and a deletion that is not believed must not block anything.
  private static let longest: Int64 = 5_000_000_000

  /// The time since which files wait, monotonic nanoseconds; nil while none do.
  private var since: Int64?

  /// Returns whether a file waits for its attributes.
  ///
  /// - Parameter now: the monotonic time in nanoseconds; read only if attributes are missing.
  mutating func waits(isMissing: Bool, at now: @autoclosure () -> Int64) -> Bool {
    guard isMissing else {
      since = nil
      return false
    }
    let now = now()
    let start = since ?? now
    since = start
    return now - start < Self.longest
  }

  /// Returns whether attributes that the tip has above a path, and that make files pointers, are missing on disk.
  static func concern(_ path: WorkspacePath, in tree: any FileTree, _ recorded: RecordedTip) -> Bool {
    var folder = path.parent
    while true {
      let name = (folder.map { $0.string + "/" } ?? "") + ".gitattributes"
      // Most folders have no attributes in the tip, which costs no look at the disk.
      if let attributes = try? WorkspacePath(name), let entry = try? recorded.entry(at: attributes),
        entry.mode.isFile, tree.isMissing(attributes), let text = try? recorded.store.blob(entry.id),
        String(decoding: text, as: UTF8.self).contains("filter=lfs")
      {
        return true
      }
      guard let open = folder else { return false }
      folder = open.parent
    }
  }
}

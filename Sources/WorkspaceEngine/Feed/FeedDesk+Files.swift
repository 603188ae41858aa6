internal import Documents
internal import FolderKeeping
internal import GitObjects
internal import WorkTree
internal import WorkspaceAPI

extension FeedDesk {
  /// A file of the feed.
  struct File: Sendable {
    /// The file.
    var path: WorkspacePath
    /// The content.
    var bytes: [UInt8]
    /// The records in the content.
    var text: FeedText
    /// The version with this content; nil if history does not have it.
    var version: FeedOrigins.Version?
    /// The version of the tip, if that has another content.
    var tip: FeedOrigins.Version?

    /// Reads the file at a path; nil if there is none.
    init?(at path: WorkspacePath, _ keeper: isolated FolderKeeper) throws(VerbError) {
      guard let served = try keeper.read(path) else { return nil }
      let versions = [keeper.tip, keeper.heldTip].map { commit in
        commit.flatMap { commit in
          keeper.entry(at: path, in: commit).map { FeedOrigins.Version(commit: commit, blob: $0.id) }
        }
      }
      self.path = path
      (bytes, text) = (served.bytes, FeedText(served.bytes))
      version = versions.compactMap(\.self).first { $0.blob == served.token }
      tip = versions[0] == version ? nil : versions[0]
    }

    /// Returns whether a line begins with a mark.
    func has(_ mark: String) -> Bool { ByteSearch.hasLine(startingWith: Array(mark.utf8), in: bytes) }
  }

  /// Returns a file's records with their authors by history. If git cannot read it, nobody is named.
  ///
  /// - Parameter now: the time of day, ISO 8601.
  func proven(_ file: File, now: String) async -> [FeedRecord] {
    guard !file.text.records.isEmpty else { return [] }
    var origins: [FeedOrigins.Origin] = []
    if let version = file.version {
      origins = (try? await self.origins.origins(of: file.path, version, isHeld: file.tip != nil)) ?? []
    }
    // The first held version of a file has all its lines from one commit: those that the tip has are older.
    let older = await linesOfTip(file)
    let lines = older.isEmpty ? [] : Self.lines(file.bytes)
    return zip(file.text.records, file.text.places).map { record, place in
      let index = place - 1
      let origin = lines.indices.contains(index) ? older[lines[index]] : nil
      return record.proven(by: origin ?? (origins.indices.contains(index) ? origins[index] : nil), now: now)
    }
  }

  private func linesOfTip(_ file: File) async -> [ArraySlice<UInt8>: FeedOrigins.Origin] {
    guard let tip = file.tip, let bytes = await keeper.content(of: tip.blob),
      let origins = try? await origins.origins(of: file.path, tip, isHeld: false)
    else { return [:] }
    return Dictionary(zip(Self.lines(bytes), origins)) { first, _ in first }
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}

package import FileSystem
package import GitObjects

/// One comparison of the names and stamps of a folder, and of all below it, with the tip.
///
/// The folders are read in rounds, each with the subfolders of the one before: `survey` reads them on any thread, `take`
/// decides by the rules which subfolders to enter.
package struct FolderComparison {
  private let disk: DiskView
  /// Reads the folders.
  package let survey: FolderSurvey
  private let believesDeletions: Bool
  private var waiting: [FileLocation]
  /// The number of the tip's files in the folders that were read.
  package private(set) var compared = 0
  /// The folders that were read, as in the listing of the tip.
  private var visited: Set<NameKey> = []
  private var observations: [Observation] = []
  private var unreadable: [FileError] = []
  private var bare = BareRepositories()

  /// Begins a comparison of a folder that exists and is not foreign.
  ///
  /// - Parameters:
  ///   - recorded: the tip's files in the folder.
  ///   - folder: the folder; nil for the root.
  ///   - believesDeletions: whether missing files are recorded as deleted at once.
  package init(
    of disk: DiskView, with recorded: TipListing, below folder: WorkspacePath? = nil, believesDeletions: Bool
  ) {
    self.disk = disk
    self.believesDeletions = believesDeletions
    survey = FolderSurvey(of: disk, recorded)
    waiting = [folder.map { FileLocation($0) } ?? .root]
  }

  /// Removes and returns the folders of the next round; empty at the end.
  package mutating func takeFolders() -> [FileLocation] {
    defer { waiting = [] }
    return waiting
  }

  /// Takes the readings of a round.
  ///
  /// - Throws: `FileError` if the first folder could not be read; nothing is known then.
  package mutating func take(_ readings: [FolderReading]) throws(FileError) {
    // All these folders were read before their rules are.
    disk.rules.keepAnswers(true)
    defer { disk.rules.keepAnswers(false) }
    for reading in readings { try take(reading) }
  }

  private mutating func take(_ reading: FolderReading) throws(FileError) {
    if let failure = reading.failure {
      if visited.isEmpty { throw failure }
      // A folder that vanished meanwhile is missing, like one that vanished before.
      if failure.code == .vanished || failure.code == .noParent { return }
      unreadable.append(failure)
    }
    unreadable += reading.errors
    let folder = NameKey(reading.folder.string)
    visited.insert(folder)
    compared += survey.recorded.folders[folder]?.count ?? 0
    for name in reading.badNames {
      disk.problems[NameKey(name)] = "its name spells '.git' or is too long; it stays on disk and is not recorded"
    }
    for path in reading.heads {
      if let folder = bare.visit(path, in: disk.tree) { disk.note(folder) }
    }
    for (path, boundary) in reading.subfolders where enters(path, boundary) { waiting.append(FileLocation(path)) }
    for (path, isRecorded) in reading.differing where isRecorded || !disk.rules.isIgnored(path, false) {
      observations.append(Observation(path: path))
    }
    observations += reading.missing.map { Observation(path: $0, believesDeletion: believesDeletions) }
  }

  private func enters(_ path: WorkspacePath, _ boundary: FolderBoundary?) -> Bool {
    if let boundary {
      disk.note(ForeignFolder(path: path.string, boundary: boundary))
      return false
    }
    disk.noteFollowed(path)
    guard disk.rules.isIgnored(path, true) else { return true }
    return (try? disk.recorded.entry(at: path)) != nil
  }

  /// Returns the paths whose state on disk is not proven by the stat cache to be the tip's, in no order; called after
  /// the last round.
  package func changedPaths() -> [Observation] {
    for failure in unreadable {
      disk.problems[NameKey(failure.path)] = failure.message + DiskView.unreadable
    }
    var all = observations
    for (folder, entries) in survey.recorded.folders where !visited.contains(folder) {
      guard !unreadable.contains(where: { (folder.text + "/").hasPrefix($0.path + "/") }) else { continue }
      let prefix = folder.text.isEmpty ? "" : folder.text + "/"
      for entry in entries where entry.mode != .gitlink {
        guard let path = try? WorkspacePath(prefix + entry.name) else { continue }
        all.append(Observation(path: path, believesDeletion: believesDeletions))
      }
    }
    return bare.outside(all)
  }
}

extension DiskView {
  /// Returns the paths whose state on disk is not proven by the stat cache to be the tip's, in no order.
  package func changedPaths(below folder: WorkspacePath?, believesDeletions: Bool) throws -> [Observation] {
    if let folder, let foreign = tree.foreignFolder(on: folder) {
      note(foreign)
      return []
    }
    if let folder { noteFollowed(folder) }
    guard try tree.stamp(of: folder.map { FileLocation($0) } ?? .root)?.kind == .directory else {
      return folder.map { [Observation(path: $0, believesDeletion: believesDeletions)] } ?? []
    }
    var root: ObjectID? = recorded.tree
    if let folder {
      let entry = try recorded.entry(at: folder)
      root = entry?.mode == .tree ? entry?.id : nil
    }
    var comparison = FolderComparison(
      of: self, with: try TipListing(root, of: folder, in: store), below: folder, believesDeletions: believesDeletions)
    while true {
      let folders = comparison.takeFolders()
      if folders.isEmpty { return comparison.changedPaths() }
      try comparison.take(comparison.survey.read(folders))
    }
  }
}

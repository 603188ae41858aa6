internal import FileSystem
package import GitObjects
internal import Recording
internal import WorkTree
package import WorkspaceAPI

/// Reads the present files for the verbs.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderFiles {
  let recorder: Recorder
  let time: any TimeSource
  let folder: FolderState
  let localOnly: LocalOnlyDesk
  let observations: Observations
  let frame: TurnFrame

  /// Returns the target of a path: a link in the workspace is followed for reads as for writes. A link that leaves the
  /// workspace, is circular or has no target is returned itself.
  func followed(_ path: WorkspacePath) -> WorkspacePath {
    guard let real = try? recorder.tree.resolveLink(path), real != path, !recorder.tree.isMissing(real) else {
      return path
    }
    return real
  }

  /// Returns the folder whose content Stet does not record and that contains a path or its target; nil if there is
  /// none.
  func foreignFolder(on path: WorkspacePath) -> ForeignFolder? {
    recorder.tree.foreignFolder(on: path)
      ?? (try? recorder.tree.resolveLink(path)).flatMap { $0 == path ? nil : recorder.tree.foreignFolder(on: $0) }
  }

  /// Returns a folder below a path whose content Stet does not record; nil if there is none, or the path is no folder.
  func foreignFolder(below path: WorkspacePath) -> ForeignFolder? {
    guard isFolder(path) else { return nil }
    return try? recorder.tree.foreignFolder(below: path)
  }

  /// Returns whether a path is a folder on disk.
  func isFolder(_ path: WorkspacePath) -> Bool {
    (try? recorder.disk.stamp(of: FileLocation(path)))?.kind == .directory
  }

  /// Returns the present file at a path; while it is being saved, the last recorded version (review A10), and so for a
  /// file that differs from it during the start.
  ///
  /// A file with unrecorded changes is recorded first, so that the token is of a version in history.
  ///
  /// - Throws: `VerbError` if the path is in such a folder, or if the file cannot be read or recorded.
  func read(_ path: WorkspacePath) throws(VerbError) -> ServedFile? {
    do {
      frame.observeGit()
      if let folder = recorder.tree.foreignFolder(on: path) { throw VerbError(.foreign(folder), path: path.string) }
      if folder.allows(.write) {
        let before = recorder.tip
        let outcome = try recorder.record([Observation(path: path)], rehash: false)
        observations.note(outcome, at: time.now().monotonic)
        frame.turnEnded(from: before)
        // Of an ignored file only versions that a write replaced are recorded: the file on disk may be newer.
        if recorder.held[path] != .ignored, let version = try recorder.holds.version(at: path) {
          return ServedFile(
            token: version, bytes: try recorder.content(of: version), isBeingSaved: outcome.postponed.contains(path))
        }
      } else if let version = try recorder.holds.version(at: path) {
        if !folder.hasStarted, let content = try recorder.disk.contentOnDisk(at: path),
          recorder.objects.id(of: .blob, content.bytes) == version
        {
          return ServedFile(token: version, bytes: content.bytes, isBeingSaved: false)
        }
        return ServedFile(token: version, bytes: try recorder.content(of: version), isBeingSaved: true)
      }
      // Ignored files have no version on the tip: the file on disk is the only one.
      guard let content = try recorder.disk.contentOnDisk(at: path) else { return nil }
      // A folder may have become a repository, or been replaced by one, while the file was read.
      if let folder = recorder.tree.foreignFolder(on: path) { throw VerbError(.foreign(folder), path: path.string) }
      return ServedFile(
        token: recorder.objects.id(of: .blob, content.bytes), bytes: content.bytes, isBeingSaved: !content.isSettled)
    } catch { throw VerbError(any: error) }
  }

  /// Returns the bytes of the file on disk; nil if it does not exist or cannot be read.
  package func bytesOnDisk(at path: WorkspacePath) -> [UInt8]? { (try? recorder.disk.contentOnDisk(at: path))?.bytes }

  /// Returns the token of the present file at a path; nil if there is none.
  func token(at path: WorkspacePath) -> ObjectID? { try? read(path)?.token }

  /// Returns a version's bytes; nil if the version is not here.
  func content(of version: ObjectID) -> [UInt8]? { try? recorder.content(of: version) }

  /// Returns the recorded files below a folder (nil: all).
  ///
  /// - Parameters:
  ///   - after: limits the result to paths after this one, ordered by bytes; for recursive lists.
  ///   - limit: the maximum number of entries.
  /// - Throws: `VerbError` if a tree cannot be read.
  func list(
    _ folder: WorkspacePath?, recursive: Bool, after: String? = nil, limit: Int? = nil
  ) throws(VerbError) -> [ListEntry] {
    do throws(ObjectStoreError) {
      var found =
        if recursive, after != nil || limit != nil {
          try recorder.tips.files(below: folder, after: after, limit: limit ?? .max)
        } else {
          try recorder.tips.entries(below: folder, recursive: recursive)
        }
      let local = localOnly.localOnlyEntries(below: folder, recursive: recursive).filter { entry in
        after.map { $0.utf8.lexicographicallyPrecedes(entry.path.utf8) } ?? true
      }
      if local.isEmpty, found.count > limit ?? .max { found = Array(found.prefix(limit ?? .max)) }
      let listed = found.map { path, entry in
        let kind =
          switch entry.mode {
          case .tree: "folder"
          case .symlink: "link"
          case .gitlink: "repository"
          case .file, .executable: "file"
          }
        let isFile = entry.mode.isFile || entry.mode == .symlink
        return ListEntry(
          path: path, kind: kind, size: isFile ? recorder.disk.size(of: path, entry.id) : nil,
          token: isFile ? entry.id : nil)
      }
      return local.isEmpty ? listed : Self.joined(listed, local, limit: limit)
    } catch { throw VerbError(error) }
  }

  /// Returns the entries of the tip together with the local-only ones, ordered by bytes; for a path in both, the
  /// local-only entry.
  private static func joined(_ listed: [ListEntry], _ local: [ListEntry], limit: Int?) -> [ListEntry] {
    var entries = Dictionary(listed.map { (NameKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in local where entry.isLocalOnly == true || entries[NameKey(entry.path)] == nil {
      entries[NameKey(entry.path)] = entry
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Array(sorted.prefix(limit ?? .max))
  }

  /// Returns the folders with more than 3,000 names (review C3), without their subfolders' files.
  ///
  /// - Throws: `VerbError` if a tree cannot be read.
  package func wideFolders() throws(VerbError) -> [(path: String, count: Int)] {
    do throws(ObjectStoreError) {
      var counts: [String: Int] = [:]
      for file in try recorder.tips.entries(below: nil, recursive: true) {
        let slash = file.path.lastIndex(of: "/")
        counts[slash.map { String(file.path[..<$0]) } ?? ".", default: 0] += 1
      }
      return counts.filter { $0.value > 3_000 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    } catch { throw VerbError(error) }
  }

  /// Returns the mode of a file whose present version on the tip is the given one; nil for another version.
  func mode(of path: WorkspacePath, holding version: ObjectID) -> FileMode? {
    guard let entry = try? recorder.entry(at: path), entry.id == version, entry.mode.isFile else { return nil }
    return entry.mode
  }

  /// Returns the recorded mode of a file; nil if none is recorded.
  func mode(of path: WorkspacePath) -> FileMode? {
    guard let entry = try? recorder.entry(at: path), entry.mode.isFile else { return nil }
    return entry.mode
  }

  /// Returns whether a version is one that a path, or its target, has now or had recently, or is its unrecorded present
  /// version.
  package func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool {
    let places = Set([path, followed(path)])
    return places.contains { recorder.saves.knows(version, of: $0) }
      || places.contains { token(at: $0) == version }
  }

  /// Makes a folder and its missing parents.
  ///
  /// - Throws: `VerbError` if that fails.
  package func makeFolder(_ path: WorkspacePath) throws(VerbError) {
    do throws(FileError) { try recorder.disk.makeFolder(path) } catch {
      throw VerbError(error)
    }
  }
}

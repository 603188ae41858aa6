internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History

extension WriteQueue {
  /// A file as a reader is given it.
  struct Served: Sendable {
    /// The version.
    var token: ObjectID
    /// Its bytes.
    var bytes: [UInt8]
    /// Whether it is being saved, so that this is the last recorded version.
    var isBeingSaved: Bool
  }

  /// What a path leads to: a link in the workspace is read as it is written, through it. One that leads out, in a circle or
  /// to nothing is read as what it is.
  func followed(_ path: WorkspacePath) -> WorkspacePath {
    guard let real = try? recorder.resolveLink(path), real != path, !recorder.isMissing(real) else { return path }
    return real
  }

  /// The folder that is left to itself in which a path is, or to which it leads; nil where it is followed.
  func foreignFolder(on path: WorkspacePath) -> ForeignFolder? {
    recorder.foreignFolder(on: path)
      ?? (try? recorder.resolveLink(path)).flatMap { $0 == path ? nil : recorder.foreignFolder(on: $0) }
  }

  /// What stands at a path now; while it is being saved, the last recorded version (review A10).
  ///
  /// What is on disk and not recorded yet is recorded first, so that the token is of a version that history has.
  func read(_ path: WorkspacePath) throws(VerbError) -> Served? {
    do {
      observeGit()
      if let folder = recorder.foreignFolder(on: path) { throw VerbError(.foreign(folder), path: path.string) }
      if allows(.write) {
        let before = recorder.tip
        let outcome = try recorder.record([Observation(path: path)], rehash: false)
        note(outcome, at: time.now().monotonic)
        turnEnded(from: before)
        // Of an ignored file only what a write went over is recorded: what is on disk may be newer.
        if recorder.held[path] != .ignored, let version = try recorder.version(at: path) {
          return Served(
            token: version, bytes: try recorder.content(of: version), isBeingSaved: outcome.postponed.contains(path))
        }
      } else if let version = try recorder.version(at: path) {
        return Served(token: version, bytes: try recorder.content(of: version), isBeingSaved: true)
      }
      // Ignored files have no version on the tip: what is on disk is what there is.
      guard let content = try recorder.standing(at: path) else { return nil }
      // A folder may have become a repository, or been exchanged with one, while the file was read.
      if let folder = recorder.foreignFolder(on: path) { throw VerbError(.foreign(folder), path: path.string) }
      return Served(
        token: recorder.objects.id(of: .blob, content.bytes), bytes: content.bytes, isBeingSaved: !content.isSettled)
    } catch let error as VerbError {
      throw error
    } catch let error as RecordError {
      throw VerbError(error)
    } catch let error as ObjectStoreError {
      throw VerbError(error)
    } catch let error as FileError {
      throw VerbError(error, root: "")
    } catch { throw VerbError(.failed, "\(error)") }
  }

  /// What stands on disk; nil for nothing, and for what cannot be read.
  func bytesOnDisk(at path: WorkspacePath) -> [UInt8]? { (try? recorder.standing(at: path))?.bytes }

  /// The token of what stands at a path; nil for nothing.
  func standing(at path: WorkspacePath) -> ObjectID? { try? read(path)?.token }

  /// A version's bytes; nil where it is not known here.
  func content(of version: ObjectID) -> [UInt8]? { try? recorder.content(of: version) }

  /// Records what stands in a folder, before it is moved.
  func scanFolder(_ path: WorkspacePath) {
    observeGit()
    guard allows(.record) else { return }
    let now = time.now().monotonic
    let before = recorder.tip
    do throws(RecordError) { note(try recorder.scan(path, believesDeletions: false), at: now) } catch {
      events.publish(.problem, error.description)
    }
    turnEnded(from: before)
  }

  /// The recorded files below a folder (nil: all), and whether to go into folders.
  ///
  /// - Parameters:
  ///   - after: only what comes behind this path, by bytes; with folders inside.
  ///   - limit: how many at the most.
  func list(
    _ folder: WorkspacePath?, recursive: Bool, after: String? = nil, limit: Int? = nil
  ) throws(VerbError) -> [ListEntry] {
    do throws(ObjectStoreError) {
      var found =
        if recursive, after != nil || limit != nil {
          try recorder.files(below: folder, after: after, limit: limit ?? .max)
        } else {
          try recorder.entries(below: folder, recursive: recursive)
        }
      let local = localOnlyEntries(below: folder, recursive: recursive).filter { entry in
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
          path: path, kind: kind, size: isFile ? recorder.size(of: path, entry.id) : nil,
          token: isFile ? entry.id : nil)
      }
      return local.isEmpty ? listed : Self.joined(listed, local, limit: limit)
    } catch { throw VerbError(error) }
  }
}

extension WriteQueue {
  /// What the tip has and what is local only, in the order of their bytes; what is on both is what is local only.
  private static func joined(_ listed: [ListEntry], _ local: [ListEntry], limit: Int?) -> [ListEntry] {
    var entries = Dictionary(listed.map { (NameKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in local where entry.isLocalOnly == true || entries[NameKey(entry.path)] == nil {
      entries[NameKey(entry.path)] = entry
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Array(sorted.prefix(limit ?? .max))
  }

  /// Folders with more than 3,000 names (review C3).
  func wideFolders() throws(VerbError) -> [(path: String, count: Int)] {
    do throws(ObjectStoreError) {
      var counts: [String: Int] = [:]
      for file in try recorder.entries(below: nil, recursive: true) {
        let slash = file.path.lastIndex(of: "/")
        counts[slash.map { String(file.path[..<$0]) } ?? ".", default: 0] += 1
      }
      return counts.filter { $0.value > 3_000 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    } catch { throw VerbError(error) }
  }
}

extension WriteQueue {
  /// How many files the tip has.
  var fileTotal: Int { recorder.fileTotal }
}

extension WriteQueue {
  /// Whether so many more deletions would be what a person is asked about.
  func wouldEmpty(deleting count: Int) -> Bool { recorder.wouldEmpty(deleting: count) }

  /// The mode of a file whose present version on the tip is this one; nil where it is not.
  func mode(of path: WorkspacePath, holding version: ObjectID) -> FileMode? {
    guard let entry = try? recorder.entry(at: path), entry.id == version, entry.mode.isFile else { return nil }
    return entry.mode
  }

  /// The recorded mode of a file; nil where none is recorded.
  func mode(of path: WorkspacePath) -> FileMode? {
    guard let entry = try? recorder.entry(at: path), entry.mode.isFile else { return nil }
    return entry.mode
  }

  /// What a commit has at a path; nil for nothing.
  func entry(at path: WorkspacePath, in commit: ObjectID) -> TreeEntry? {
    guard let tree = try? recorder.objects.commit(commit).tree else { return nil }
    return try? Tree.entry(at: path.string, of: tree, in: recorder.objects)
  }
}

extension WriteQueue {
  /// Whether a version is one that a path, or the file that it leads to, has now or had lately, or stands there
  /// unrecorded.
  func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool {
    let places = Set([path, followed(path)])
    return places.contains { recorder.knows(version, of: $0) }
      || places.contains { standing(at: $0) == version }
  }
}

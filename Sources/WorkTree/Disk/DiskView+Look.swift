package import Documents
internal import FileSystem
package import GitObjects
internal import LargeFiles

extension DiskView {
  /// Returns the state of a path; the content is read only if the stat cache does not prove it.
  ///
  /// - Parameters:
  ///   - rehash: whether to read in any case (after a close-for-write: review C2), except a large file whose stamp
  ///     proves its content: otherwise all of it would be read again after each placement.
  ///   - ahead: the file as another thread read it, if its stamp is still that of the path.
  package func look(
    at path: WorkspacePath, rehash: Bool, ahead: FileAhead? = nil
  ) throws(LookFailure) -> DiskState {
    let location = FileLocation(path)
    do {
      let present = try ahead?.content.stamp ?? tree.stamp(of: location)
      cache.symbolicLinks.note(path, present, in: tree)
      guard let stamp = present else {
        return DiskState(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      }
      switch stamp.kind {
      case .directory: throw LookFailure.folder
      case .other: throw LookFailure.special
      case .file, .symlink: break
      }
      // The change time is compared too: `touch -r` and `cp -p` set the other one back (reliability 45).
      if let known = cache[path], !rehash || known.isLarge && stamp.size > Self.holdInTurn, known.proves(stamp),
        known.stamp.changed == stamp.changed,
        let onDisk = proven(stamp, known, at: path)
      {
        return onDisk
      }
      let isLarge = isLarge(path, stamp)
      let limit = isLarge ? Self.holdInTurn : rules.holdOver
      if stamp.size > limit { throw LookFailure.tooLarge(stamp.size) }
      guard let content = try ahead?.content ?? tree.read(location, limit: limit) else {
        return DiskState(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      }
      if isLarge, let onDisk = try large(content, at: path) { return onDisk }
      let blob = ahead?.blob.id ?? store.id(of: .blob, content.bytes)
      var onDisk = DiskState(
        mode: FileMode(content.stamp), blob: blob, bytes: content.bytes, stamp: content.stamp,
        isSettled: content.isSettled)
      if stamp.kind == .file, isCopied(content.bytes, to: path) { onDisk.text = PointerReading(content.bytes) }
      return onDisk
    } catch let failure as LookFailure {
      throw failure
    } catch let error as FileError {
      switch error.code {
      case .tooLarge: throw .tooLarge(rules.holdOver + 1)
      case .vanished, .noParent:
        return DiskState(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      case .notAFile: throw .folder
      default: throw .disk(error)
      }
    } catch {
      throw .special
    }
  }

  /// Returns the cached state of a file, if the file is no larger than the tip's limit, or is already on the tip: files
  /// that are held for their size are cached too. nil if the file must be read.
  private func proven(_ stamp: FileStamp, _ known: CachedFile, at path: WorkspacePath) -> DiskState? {
    var onDisk = DiskState(mode: FileMode(stamp), blob: known.blob, bytes: nil, stamp: stamp, isSettled: true)
    if known.isLarge {
      guard let pointer = pointer(in: known.blob) else { return nil }
      onDisk.content = pointer
      return onDisk
    }
    guard stamp.size <= rules.holdOver || (try? recorded.entry(at: path))?.id == known.blob else { return nil }
    if stamp.size < Pointer.byteLimit, let pointer = pointer(in: known.blob), rules.largeFilter(path) == .lfs {
      onDisk.text = .exact(pointer)
    }
    return onDisk
  }

  /// Caches the state of a path.
  package func remember(_ path: WorkspacePath, _ onDisk: DiskState) {
    guard let stamp = onDisk.stamp, let blob = onDisk.blob else {
      if cache[path] != nil { cache[path] = nil }
      return
    }
    cache[path] = CachedFile(
      stamp: stamp, blob: blob, isSettled: onDisk.isSettled, readAt: time.now().wall,
      isLarge: onDisk.content != nil)
  }

  /// Returns whether the path is not recorded: an ignore rule covers it and the tip does not have it.
  package func isIgnored(_ path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    guard rules.isIgnored(path, false) else { return false }
    return try recorded.entry(at: path) == nil
  }

  /// Returns the state of a file whose content was found to be the tip's; nil if that is not certain.
  ///
  /// The user's index takes its stamp, so that stock git need not read the file again.
  package func known(_ path: WorkspacePath) -> (entry: TreeEntry, file: CachedFile)? {
    guard let known = cache[path], let entry = try? recorded.entry(at: path), entry.id == known.blob else { return nil }
    return (entry, known)
  }

  /// Returns the bytes of a path whose content the cache proved if their object is not stored yet; nil if it is.
  ///
  /// - Throws: `WriteRefusal.beingSaved` if the file has another content by now; the cache then forgets the file.
  package func unstored(_ path: WorkspacePath, _ blob: ObjectID, limit: Int64) throws -> [UInt8]? {
    if try store.keeps(blob) { return nil }
    let content = try tree.read(FileLocation(path), limit: limit)
    guard let content, store.id(of: .blob, content.bytes) == blob else {
      cache[path] = nil
      throw WriteRefusal.beingSaved
    }
    return content.bytes
  }

  /// Returns whether a file is the one that the recorder last read or placed, by its stamp: nobody changed it since.
  package func isUntouched(_ path: WorkspacePath) -> Bool {
    guard let known = cache[path], let stamp = try? tree.stamp(of: FileLocation(path)) else { return false }
    return known.stamp == stamp
  }

  /// Returns whether the folder has the tip's version of a path, which may be no file; false if it cannot be read.
  package func stands(_ path: WorkspacePath) -> Bool {
    do {
      let (onDisk, entry) = (try look(at: path, rehash: false), try recorded.entry(at: path))
      return onDisk.blob == entry?.id && onDisk.mode == entry?.mode
    } catch { return false }
  }

  /// Returns whether a text begins with the whole recorded version; the version itself is not read for it.
  package func continues(_ bytes: [UInt8], _ recorded: TreeEntry, at path: WorkspacePath) -> Bool {
    let size = cache[path].flatMap { $0.blob == recorded.id ? Int($0.stamp.size) : nil }
    guard let size = size ?? (try? store.header(of: recorded.id)).map({ Int($0.size) }), size > 0, size < bytes.count
    else { return false }
    return store.id(of: .blob, Array(bytes.prefix(size))) == recorded.id
  }

  /// Returns the size of a recorded file: from the stat cache if it has the version, else from the object.
  package func size(of path: String, _ blob: ObjectID) -> Int? {
    if let path = try? WorkspacePath(path), let known = cache[path], known.blob == blob { return Int(known.stamp.size) }
    return (try? store.header(of: blob)).map { Int($0.size) }
  }

  /// Returns the size of a file when it was last read; nil if it was not.
  package func cachedSize(of path: WorkspacePath) -> Int64? { cache[path]?.stamp.size }
}

/// Other names of a file.
extension DiskView {
  /// Returns the other names that the file at a path had when it was last read (hard links): a save may have replaced
  /// one of them since.
  package func linkedNames(of path: WorkspacePath) -> [WorkspacePath] { cache.otherNames(of: path) }

  /// Returns the hard links that saves and deletions separated since the last call: each from the replaced or deleted
  /// name to one that keeps the earlier file.
  package func takePartedLinks() -> [PathRename] { cache.takeParted() }

  /// Returns the unobserved renames of held files: a missing file that exists unchanged under another name, identified by
  /// its inode. A scan pairs the tip's files.
  ///
  /// Each file is searched once, because that reads the whole folder; few files are missing.
  ///
  /// - Parameter isWanted: returns whether to search for a file.
  package func unseenRenamesOfHeld(where isWanted: (WorkspacePath) -> Bool) -> [PathRename] {
    var renames: [PathRename] = []
    for file in (try? Tree.flatten(recorded.heldTree, in: store)) ?? [] {
      guard let path = try? WorkspacePath(file.path), let known = cache[path], tree.isMissing(path), isWanted(path)
      else {
        continue
      }
      cache[path] = nil
      for name in tree.names(of: known.stamp, atMost: 1) {
        guard let new = try? WorkspacePath(name), let stamp = try? tree.stamp(of: FileLocation(new)),
          stamp.sameContent(as: known.stamp)
        else { continue }
        renames.append(PathRename(from: path.string, to: name))
      }
    }
    return renames
  }
}

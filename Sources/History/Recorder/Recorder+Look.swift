internal import Documents
internal import FileSystem
package import GitObjects
internal import LargeFiles

extension Recorder {
  /// The state of a path on disk, as a turn needs it.
  struct DiskState {
    /// The mode; nil for no file.
    var mode: FileMode?
    /// The blob; nil for no file.
    var blob: ObjectID?
    /// The bytes, if they had to be read.
    var bytes: [UInt8]?
    /// The stamp; nil for no file.
    var stamp: FileStamp?
    /// Whether no writer had it open.
    var isSettled: Bool
    /// The pointer, if the content of a large file is there. Blob and bytes are then the pointer's.
    var content: Pointer?
    /// The parsed text, if a pointer's text, or an edited one, is there.
    var text: PointerReading?
  }

  /// The reason why a path cannot be observed.
  enum LookFailure: Error {
    /// A folder is at the path.
    case folder
    /// A FIFO, socket or device is at the path.
    case special
    /// The file is larger than the limit for memory; its size.
    case tooLarge(Int64)
    /// The disk refused.
    case disk(FileError)
  }

  /// Returns the state of a path; the content is read only if the stat cache does not prove it.
  ///
  /// - Parameter rehash: whether to read in any case (after a close-for-write: review C2), except a large file whose
  ///   stamp proves its content: otherwise all of it would be read again after each placement.
  func look(at path: WorkspacePath, rehash: Bool) throws(LookFailure) -> DiskState {
    let location = FileLocation(path)
    do {
      let present = try tree.stamp(of: location)
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
      guard let content = try tree.read(location, limit: limit) else {
        return DiskState(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      }
      if isLarge, let onDisk = try large(content) { return onDisk }
      let blob = store.id(of: .blob, content.bytes)
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
    guard stamp.size <= rules.holdOver || (try? entry(at: path))?.id == known.blob else { return nil }
    if stamp.size < Pointer.byteLimit, let pointer = pointer(in: known.blob), rules.largeFilter(path) == .lfs {
      onDisk.text = .exact(pointer)
    }
    return onDisk
  }

  /// Caches the state of a path.
  func remember(_ path: WorkspacePath, _ onDisk: DiskState) {
    guard let stamp = onDisk.stamp, let blob = onDisk.blob else {
      if cache[path] != nil { cache[path] = nil }
      return
    }
    cache[path] = CachedFile(
      stamp: stamp, blob: blob, isSettled: onDisk.isSettled, readAt: time.now().wall,
      isLarge: onDisk.content != nil)
  }

  /// Returns the reason why the content of a path is kept off the tip, by name, attributes and the remote's refusals;
  /// nil if there is none.
  func holdReason(of path: WorkspacePath, holding blob: ObjectID?) -> HeldReason? {
    holdReason(of: path) ?? refused.words(for: PathVersion(path.string, blob)).map { .refused($0) }
  }

  /// Returns the reason why a path is kept off the tip, by its name, policy and attributes; nil if there is none.
  func holdReason(of path: WorkspacePath) -> HeldReason? {
    if NameText.isEscaped(path.string) { return .badName }
    if rules.isLocalOnly(path, in: cache) { return .localOnly }
    return rules.filter(path).map { .filter($0) }
  }

  /// Returns whether the path is not recorded: an ignore rule covers it and the tip does not have it.
  func isIgnored(_ path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    guard rules.isIgnored(path, false) else { return false }
    return try entry(at: path) == nil
  }
}

extension Recorder {
  /// Returns the state of a file whose content was found to be the tip's; nil if that is not certain.
  ///
  /// The user's index takes its stamp, so that stock git need not read the file again.
  package func known(_ path: WorkspacePath) -> (entry: TreeEntry, file: CachedFile)? {
    guard let known = cache[path], let entry = try? entry(at: path), entry.id == known.blob else { return nil }
    return (entry, known)
  }
}

internal import Documents
internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension Recorder {
  /// What stands at a path now, as a turn needs it.
  struct Standing {
    /// Mode; nil where nothing stands there.
    var mode: FileMode?
    /// Blob; nil where nothing stands there.
    var blob: ObjectID?
    /// The bytes, where they had to be read.
    var bytes: [UInt8]?
    /// The stamp; nil where nothing stands there.
    var stamp: FileStamp?
    /// Whether no writer had it open.
    var isSettled: Bool
    /// Where the content of a large file stands there: what its pointer says. Blob and bytes are the pointer's then.
    var content: Pointer?
    /// Where a pointer's text stands there, or one that was edited: how it reads.
    var text: PointerReading?
  }

  /// Why a path cannot be looked at.
  enum LookFailure: Error {
    /// A folder stands there.
    case folder
    /// A FIFO, socket or device stands there.
    case special
    /// It is larger than what is held in memory; its size.
    case tooLarge(Int64)
    /// The disk refused.
    case disk(FileError)
  }

  /// Looks at a path; the content is read only where the stat cache does not prove it.
  ///
  /// - Parameter rehash: read in any case (after a close-for-write: review C2), but for a large file whose stamp proves
  ///   its content: after each that was placed all of it would be read again.
  func look(at path: WorkspacePath, rehash: Bool) throws(LookFailure) -> Standing {
    let location = FileLocation(path)
    do {
      guard let stamp = try tree.stamp(of: location) else {
        return Standing(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      }
      switch stamp.kind {
      case .directory: throw LookFailure.folder
      case .other: throw LookFailure.special
      case .file, .symlink: break
      }
      // The change time too: `touch -r` and `cp -p` set the other one back (reliability 45).
      if let known = cache[path], !rehash || known.isLarge && stamp.size > Self.holdInTurn, known.proves(stamp),
        known.stamp.changed == stamp.changed,
        let standing = proven(stamp, known, at: path)
      {
        return standing
      }
      let isLarge = isLarge(path, stamp)
      let limit = isLarge ? Self.holdInTurn : rules.holdOver
      if stamp.size > limit { throw LookFailure.tooLarge(stamp.size) }
      guard let content = try tree.read(location, limit: limit) else {
        return Standing(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      }
      if isLarge, let standing = try large(content) { return standing }
      let blob = store.id(of: .blob, content.bytes)
      var standing = Standing(
        mode: FileMode(content.stamp), blob: blob, bytes: content.bytes, stamp: content.stamp,
        isSettled: content.isSettled)
      if stamp.kind == .file, isCopied(content.bytes, to: path) { standing.text = PointerReading(content.bytes) }
      return standing
    } catch let failure as LookFailure {
      throw failure
    } catch let error as FileError {
      switch error.code {
      case .tooLarge: throw .tooLarge(rules.holdOver + 1)
      case .vanished, .noParent:
        return Standing(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
      case .notAFile: throw .folder
      default: throw .disk(error)
      }
    } catch {
      throw .special
    }
  }

  /// What the cache knows of a file, where it is no larger than what may come onto the tip, or is there already: what was
  /// held for its size is in the cache too. Nil where it must be read.
  private func proven(_ stamp: FileStamp, _ known: CachedFile, at path: WorkspacePath) -> Standing? {
    var standing = Standing(mode: FileMode(stamp), blob: known.blob, bytes: nil, stamp: stamp, isSettled: true)
    if known.isLarge {
      guard let pointer = pointer(in: known.blob) else { return nil }
      standing.content = pointer
      return standing
    }
    guard stamp.size <= rules.holdOver || (try? entry(at: path))?.id == known.blob else { return nil }
    if stamp.size < Pointer.byteLimit, let pointer = pointer(in: known.blob), rules.largeFilter(path) == .lfs {
      standing.text = .exact(pointer)
    }
    return standing
  }

  /// Notes what a path holds, for the next look.
  func remember(_ path: WorkspacePath, _ standing: Standing) {
    guard let stamp = standing.stamp, let blob = standing.blob else {
      if cache[path] != nil { cache[path] = nil }
      return
    }
    cache[path] = CachedFile(
      stamp: stamp, blob: blob, isSettled: standing.isSettled, readAt: time.now().wall,
      isLarge: standing.content != nil)
  }

  /// Why what a path holds is kept off the tip, by name, attributes and what the remote said of it; nil where it is not.
  func holdReason(of path: WorkspacePath, holding blob: ObjectID?) -> HeldReason? {
    holdReason(of: path) ?? refused.words(for: PathVersion(path.string, blob)).map { .refused($0) }
  }

  /// Why a path is kept off the tip, by its name, policy and attributes; nil where it is not.
  func holdReason(of path: WorkspacePath) -> HeldReason? {
    if NameText.isEscaped(path.string) { return .badName }
    if rules.isLocalOnly(path) { return .localOnly }
    return rules.filter(path).map { .filter($0) }
  }

  /// Whether the path is left alone: an ignore rule covers it and the tip does not have it.
  func isIgnored(_ path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    guard rules.isIgnored(path, false) else { return false }
    return try entry(at: path) == nil
  }
}

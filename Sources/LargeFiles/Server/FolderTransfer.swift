internal import Glibc
internal import Synchronization

/// A transfer of many objects from one object folder to another, for a remote that is a folder on this machine.
package struct FolderTransfer: Sendable {
  private let source: ObjectFolder
  private let target: ObjectFolder
  private let mayBegin: @Sendable (ContentID) -> Bool
  private let progress: @Sendable (ContentID, Int) -> Void
  private let ended: @Sendable (ContentID, TransferOutcome) -> Void

  /// Creates a transfer.
  ///
  /// - Parameters:
  ///   - mayBegin: called for each object before its transfer; returning false cancels it.
  ///   - progress: called with the number of bytes done of an object.
  ///   - ended: called once with the outcome of each object, as soon as it is known.
  package init(
    from source: ObjectFolder, to target: ObjectFolder,
    mayBegin: @escaping @Sendable (ContentID) -> Bool = { _ in true },
    progress: @escaping @Sendable (ContentID, Int) -> Void = { _, _ in },
    ended: @escaping @Sendable (ContentID, TransferOutcome) -> Void = { _, _ in }
  ) {
    self.source = source
    self.target = target
    self.mayBegin = mayBegin
    self.progress = progress
    self.ended = ended
  }

  /// Transfers each object, one after the other: a disk is not faster with several. If the task is cancelled, the
  /// outcome of the remaining objects is `.cancelled`.
  package func run(_ pointers: [Pointer]) async -> [ContentID: TransferOutcome] {
    let isOver = Flag()
    return await withTaskCancellationHandler {
      var outcomes: [ContentID: TransferOutcome] = [:]
      for pointer in pointers where pointer.size > 0 && outcomes[pointer.id] == nil {
        let outcome = await bring(pointer, isOver)
        outcomes[pointer.id] = outcome
        ended(pointer.id, outcome)
      }
      return outcomes
    } onCancel: {
      isOver.set()
    }
  }

  private func bring(_ pointer: Pointer, _ isOver: Flag) async -> TransferOutcome {
    if isOver.isSet || !mayBegin(pointer.id) { return .failed(.cancelled) }
    let brought = await DiskQueue.run { () throws(ObjectFolderError) -> Bool in
      try target.bring(pointer, from: source) { count in
        progress(pointer.id, count)
        return !isOver.isSet
      }
    }
    switch brought {
    case .success(let isNew): return isNew ? .moved : .present
    case .failure(.cancelled): return .failed(.cancelled)
    case .failure(let error): return .failed(.local(error))
    }
  }

  /// A flag that any thread can set and read.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}

/// The objects of a remote that is a folder on this machine: stock git-lfs stores them in `lfs/objects` of its git
/// directory, so such a remote is an object folder, too.
extension ObjectFolder {
  /// Returns the object folder of a repository on this machine, bare or with a work tree; nil if the path has no
  /// repository.
  package static func ofRepository(_ path: String) -> ObjectFolder? {
    for directory in ["\(path)/.git", path] {
      var status = stat()
      guard stat("\(directory)/objects", &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        stat("\(directory)/HEAD", &status) == 0
      else { continue }
      return ObjectFolder(path: "\(directory)/lfs")
    }
    return nil
  }

  /// Returns the objects that this folder has independently of another one. An object in a directory that both share,
  /// by a link or another name, is not counted: deleting one copy would delete the other.
  package func holds(_ pointers: [Pointer], apartFrom other: ObjectFolder) async -> Set<ContentID> {
    let found = await DiskQueue.run { () throws(ObjectFolderError) -> Set<ContentID> in
      Set(pointers.filter { holds($0) && !isOnePlace(of: $0.id, with: other) }.map(\.id))
    }
    return (try? found.get()) ?? []
  }

  /// Returns the objects that are missing or damaged, by their hashes. Damaged objects are set aside, so that they can
  /// be downloaded again.
  package func damaged(_ pointers: [Pointer]) async -> Set<ContentID> {
    var result: Set<ContentID> = []
    for pointer in pointers where pointer.size > 0 {
      let checked = await DiskQueue.run { () throws(ObjectFolderError) -> Void in
        do throws(ObjectFolderError) { try check(pointer) } catch {
          if error == .wrongContent(pointer.id) { setAside(pointer.id) }
          throw error
        }
      }
      if case .failure = checked { result.insert(pointer.id) }
    }
    return result
  }

  private func isOnePlace(of id: ContentID, with other: ObjectFolder) -> Bool {
    func folder(_ place: String) -> String { String(place[..<(place.lastIndex(of: "/") ?? place.endIndex)]) }
    var (own, others) = (stat(), stat())
    guard stat(folder(place(of: id)), &own) == 0, stat(folder(other.place(of: id)), &others) == 0 else { return false }
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  /// Copies an object from another folder and checks its hash. On one file system it is hard-linked, as git-lfs does
  /// (objects are never written again).
  ///
  /// - Returns: whether a copy was needed.
  /// - Throws: `.missing`, `.wrongSize` or `.wrongContent` if the other folder has no such object, or a damaged one.
  package func bring(
    _ pointer: Pointer, from other: ObjectFolder, proceed: (Int) -> Bool = { _ in true }
  ) throws(ObjectFolderError) -> Bool {
    if holds(pointer) { return false }
    let source = try other.object(pointer.id)
    let size = Int(try source.status().st_size)
    guard size == pointer.size else { throw .wrongSize(pointer.id, expected: pointer.size, found: size) }
    if try link(pointer, source, proceed) { return true }
    let stored = try store(source.number, proceed: proceed)
    guard stored == Pointer(id: pointer.id, size: pointer.size) else { throw .wrongContent(pointer.id) }
    return true
  }

  /// Returns false if the folders are on different file systems, or the file system has no hard links.
  private func link(
    _ pointer: Pointer, _ source: borrowing OpenFile, _ proceed: (Int) -> Bool
  ) throws(ObjectFolderError) -> Bool {
    let name: String
    do {
      let temporary = try Temporary(in: self)
      name = "\(temporary.path)-link"
    }
    guard Glibc.link(source.path, name) == 0 else { return false }
    defer { unlink(name) }
    guard try Hashing.id(of: source.number, source.path, size: pointer.size, proceed: proceed) == pointer.id else {
      throw .wrongContent(pointer.id)
    }
    try source.flush()
    try publish(name, as: pointer)
    return true
  }
}

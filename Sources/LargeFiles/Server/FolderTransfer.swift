internal import Glibc
internal import Synchronization
internal import Threads
internal import Values

/// A transfer of many objects from one object folder to another, for a remote that is a folder on this machine.
package struct FolderTransfer: Sendable {
  /// The largest number of objects in a group.
  private static let groupCount = 500
  /// The largest number of bytes in a group of several objects.
  private static let groupBytes = 64 << 20
  /// The time after which a group begins no further object: the objects of a group become available together.
  private static let groupTime = Duration.milliseconds(500)

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

  /// Transfers the objects in groups: a disk is not faster with several at a time, and the two flushes that an object
  /// needs cost as much for a group. If the task is cancelled, the outcome of the remaining objects is `.cancelled`.
  package func run(_ pointers: [Pointer]) async -> [ContentID: TransferOutcome] {
    let isOver = Flag()
    return await withTaskCancellationHandler {
      var outcomes: [ContentID: TransferOutcome] = [:]
      var seen: Set<ContentID> = []
      var rest = pointers.filter { $0.size > 0 && seen.insert($0.id).inserted }[...]
      let landing = await Landing.open(in: target)
      while !rest.isEmpty {
        let brought = await bring(rest.prefix(Self.groupCount(of: rest.lazy.map(\.size))), landing, isOver)
        rest = rest.dropFirst(brought.count)
        for (id, outcome) in brought {
          outcomes[id] = outcome
          ended(id, outcome)
        }
      }
      return outcomes
    } onCancel: {
      isOver.set()
    }
  }

  /// Returns the number of objects, at least one, that make the next group.
  static func groupCount(of sizes: some Sequence<Int>) -> Int {
    var count = 0
    var bytes = 0
    for size in sizes.prefix(groupCount) {
      bytes = bytes.saturatingAdd(size)
      if count > 0, bytes > groupBytes { break }
      count += 1
    }
    return count
  }

  /// Transfers the first objects of a group, as many as its time allows; returns the outcome of each.
  private func bring(
    _ group: ArraySlice<Pointer>, _ landing: Landing, _ isOver: Flag
  ) async -> [(ContentID, TransferOutcome)] {
    await onThread("stet.large-files", isBackground: true) {
      var outcomes: [(ContentID, TransferOutcome)] = []
      var brought: [BroughtObject] = []
      let begin = ContinuousClock.now
      for pointer in group {
        do throws(ObjectFolderError) {
          if isOver.isSet || !mayBegin(pointer.id) { throw .cancelled }
          if target.holds(pointer) {
            outcomes.append((pointer.id, .present))
          } else {
            brought.append(
              try BroughtObject(pointer, from: source, to: target) { count in
                progress(pointer.id, count)
                return !isOver.isSet
              })
          }
        } catch { outcomes.append((pointer.id, .failed(Self.fault(error)))) }
        if ContinuousClock.now - begin > Self.groupTime { break }
      }
      for (object, error) in zip(brought, landing.land(brought)) {
        outcomes.append((object.pointer.id, error.map { .failed(Self.fault($0)) } ?? .moved))
      }
      return outcomes
    }
  }

  private static func fault(_ error: ObjectFolderError) -> TransferFault {
    error == .cancelled ? .cancelled : .local(error)
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
}

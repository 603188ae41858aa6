import CLinux
import Glibc

extension DiskTree {
  package func read(_ location: FileLocation, limit: Int64) throws(FileError) -> FileContent? {
    guard let place = try lookup.placeIfAny(location, .read) else { return nil }
    return try read(place, limit: limit)
  }

  package func readEach(
    _ locations: [FileLocation], limit: () -> Int64, _ take: (_ index: Int, _ content: FileContent?) -> Void
  ) {
    var folder = OpenFolder(of: self)
    for (index, location) in locations.enumerated() {
      guard let place = try? folder.place(location, .read) else {
        take(index, nil)
        continue
      }
      take(index, (try? read(place, limit: limit())) ?? nil)
    }
  }

  package func stamps(of locations: [FileLocation]) -> [FileStamp?] {
    var folder = OpenFolder(of: self)
    return locations.map { location in
      guard let place = try? folder.place(location, .stamp) else { return nil }
      return (try? place.stamp(.stamp)) ?? nil
    }
  }

  private func read(_ place: borrowing DiskPlace, limit: Int64) throws(FileError) -> FileContent? {
    let location = place.location
    guard let seen = try place.stamp(.read) else { return nil }
    if seen.kind == .symlink {
      return try FileBytes.target(of: place)
    }
    guard let file = try lookup.openFile(place, seen: seen, .read) else { return nil }
    var latest: FileContent?
    for _ in 0..<3 {
      let answer = Lease.take(F_RDLCK, on: file)
      let isLeased = answer == .granted
      let before: FileStamp
      let bytes: [UInt8]
      let after: FileStamp
      let isWhole: Bool
      do {
        // The lease must be released on every path; `defer` cannot return whether it was broken.
        before = try file.stamp(.read, location)
        bytes = try FileBytes.contents(of: file, expected: before.size, limit: limit, location)
        after = try file.stamp(.read, location)
        isWhole = isLeased && Lease.giveBack(on: file)
      } catch {
        if isLeased { _ = Lease.giveBack(on: file) }
        throw error
      }
      let isUnchanged = before.sameContent(as: after) && after.size == Int64(bytes.count)
      let isSettled = isWhole || answer == .unavailable && Self.isIdle(after)
      let content = FileContent(bytes: bytes, stamp: after, isSettled: isSettled && isUnchanged)
      if isUnchanged { return content }
      latest = content
    }
    return latest
  }

  package func readPieces(
    of location: FileLocation, share: (_ descriptor: Int32) -> Bool, _ take: (_ piece: [UInt8]) -> Bool
  ) throws(FileError) -> FileReading? {
    guard let place = try lookup.placeIfAny(location, .read) else { return nil }
    if try place.stamp(.read)?.kind == .symlink { throw FileError(errno: EISDIR, .read, location) }
    guard let file = try lookup.openFile(place, .read) else { return nil }
    let answer = Lease.take(F_RDLCK, on: file)
    let isLeased = answer == .granted
    do {
      let before = try file.stamp(.read, location)
      if answer == .conflict { return FileReading(stamp: before, isSettled: false) }
      var position = 0
      var goesOn = true
      let isShared = share(file.number)
      while goesOn, !isShared {
        let piece = try FileBytes.piece(of: file, at: position, location)
        if piece.isEmpty { break }
        position += piece.count
        goesOn = take(piece) && (!isLeased || Lease.isWhole(on: file))
      }
      let after = try file.stamp(.read, location)
      let isWhole = isLeased && Lease.giveBack(on: file)
      let isUnchanged = goesOn && before.sameContent(as: after) && (isShared || after.size == Int64(position))
      let isSettled = isWhole || answer == .unavailable && Self.isIdle(after)
      return FileReading(stamp: after, isSettled: isSettled && isUnchanged)
    } catch {
      if isLeased { _ = Lease.giveBack(on: file) }
      throw error
    }
  }

  /// Reads a file piece by piece that only this program writes, without a lease: a child that was just forked has it open
  /// for writing until it runs its program.
  ///
  /// - Returns: whether the file exists.
  /// - Throws: `FileError` as `readPieces`; some pieces may have been passed then.
  package func readOwn(_ location: FileLocation, _ take: (_ piece: [UInt8]) -> Void) throws(FileError) -> Bool {
    guard let place = try lookup.placeIfAny(location, .read), let file = try lookup.openFile(place, .read) else {
      return false
    }
    var position = 0
    while true {
      let piece = try FileBytes.piece(of: file, at: position, location)
      if piece.isEmpty { return true }
      position += piece.count
      take(piece)
    }
  }

  /// Returns whether a file without a possible lease, for example another owner's, has not changed for the settle time
  /// of a plain change; there is no other evidence of its writers.
  private static func isIdle(_ stamp: FileStamp) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - stamp.modified >= 200_000_000
  }
}

extension DiskTree {
  package func entries(of location: FileLocation) throws(FileError) -> [DirectoryEntry] {
    let folder = try lookup.openFolder(location, .entries)
    var entries: [DirectoryEntry] = []
    let failure = FolderListing.each(of: folder) { name, type in
      entries.append(DirectoryEntry(name: FolderListing.text(name), kind: FolderListing.kind(type)))
    }
    guard failure == 0 else { throw FileError(errno: failure, .entries, location) }
    return entries
  }

  package func visitNames(
    in location: FileLocation, _ visit: (_ name: String, _ stamp: FileStamp) -> Void
  ) throws(FileError) -> [FileError] {
    var errors: [FileError] = []
    let folder = try lookup.openFolder(location, .walk)
    let device = try folder.stamp(.walk, location).device
    let number = folder.number
    let failure = FolderListing.each(of: folder) { name, _ in
      var facts = stat()
      let result = SystemCall.result { fstatat(number, name, &facts, AT_SYMLINK_NOFOLLOW) }
      if result == -ENOENT { return }
      guard result >= 0 else {
        errors.append(FileError(errno: -result, .walk, location.appending(FolderListing.text(name))))
        return
      }
      var stamp = FileStamp(facts)
      if stamp.kind == .directory, stamp.device != device || FolderListing.isMount(name, in: number) {
        stamp.kind = .other
      }
      visit(FolderListing.text(name), stamp)
    }
    guard failure == 0 else { throw FileError(errno: failure, .walk, location) }
    return errors
  }

  /// The processors, at most eight: more threads wait for the same locks of the kernel.
  package var readers: Int { Self.processors }

  private static let processors = max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

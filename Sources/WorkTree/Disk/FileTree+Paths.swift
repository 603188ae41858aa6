package import FileSystem
package import GitObjects
package import LocalState

/// Questions about paths that only the disk answers.
extension FileTree {
  /// Returns whether nothing is at a path now.
  package func isMissing(_ path: WorkspacePath) -> Bool {
    do throws(FileError) { return try self.stamp(of: FileLocation(path)) == nil } catch { return false }
  }

  /// Returns the names of one file below the root, including those in the repository, in no order.
  ///
  /// Reads the whole folder, so it is called only for files with more than one name, which are rare. A folder that
  /// cannot be read is skipped.
  package func names(of file: FileStamp, atMost limit: Int) -> [String] {
    var names: [String] = []
    _ = try? self.walk(.root) { location, stamp in
      if names.count >= min(limit, Int(clamping: file.links)) { return false }
      if stamp.kind == .file, stamp.inode == file.inode, stamp.device == file.device { names.append(location.string) }
      return location.string != ".git/objects" && location.string != ".git/stet"
    }
    return names
  }

  /// Returns the files below a folder (nil: the root) on disk, recorded or not, in no order; none for a file, and none
  /// of the repository.
  package func filesOnDisk(below folder: WorkspacePath?) -> [String] {
    var names: [String] = []
    _ = try? self.walk(folder.map { FileLocation($0) } ?? .root) { location, stamp in
      if stamp.kind != .directory { names.append(location.string) }
      return location.string != ".git"
    }
    return names
  }

  /// Follows a symbolic link that stays in the workspace: its target is written, the link stays (review C6).
  ///
  /// - Throws: `WriteRefusal.notAFile` for a link that leads out or in a circle.
  package func resolveLink(_ path: WorkspacePath) throws(WriteRefusal) -> WorkspacePath {
    var path = path
    for _ in 0..<8 {
      do {
        guard let stamp = try self.stamp(of: FileLocation(path)), stamp.kind == .symlink,
          let link = try self.read(FileLocation(path), limit: 4_096)
        else { return path }
        var parts = path.parent?.components.map(String.init) ?? []
        let text = NameText.decode(link.bytes)
        guard !text.hasPrefix("/") else { throw WriteRefusal.notAFile }
        for part in text.split(separator: "/") where part != "." {
          if part == ".." {
            guard parts.popLast() != nil else { throw WriteRefusal.notAFile }
          } else {
            parts.append(String(part))
          }
        }
        path = try WorkspacePath(parts.joined(separator: "/"))
      } catch let error as FileError { throw .disk(error) } catch { throw .notAFile }
    }
    throw .notAFile
  }

  /// Returns whether a path is on another mount than the store, to which an exchange is not possible (review C6).
  package func isElsewhere(_ path: WorkspacePath) -> Bool {
    var folder = FileLocation(path).parent
    while folder != .root {
      if let stamp = try? self.stamp(of: folder) {
        return (try? self.stamp(of: .store))??.device != stamp.device
      }
      folder = folder.parent
    }
    return false
  }

  /// Deletes folders that a deletion left empty, as git does.
  package func removeEmptyFolders(above path: WorkspacePath) {
    var folder = path.parent
    while let current = folder, (try? self.removeDirectory(FileLocation(current))) == true { folder = current.parent }
  }

  /// Returns whether a file is nothing but zeros, with no writer; reading ends at the first other byte.
  package func isZeros(_ location: FileLocation, _ stamp: FileStamp) throws(FileError) -> Bool {
    guard stamp.size > 0 else { return false }
    let reading = try readPieces(of: location) { piece in piece.allSatisfy { $0 == 0 } }
    return reading.map { $0.isSettled && $0.stamp.sameContent(as: stamp) } ?? false
  }
}

/// Files of Stet's own that are recorded nowhere: tables beside the journal, the page of conflicts.
extension FileTree {
  /// Returns the file at a place, at most 256 MiB; nil for none.
  package func aside(_ location: FileLocation) throws(FileError) -> FileContent? {
    try read(location, limit: 1 << 28)
  }

  /// Returns whether anything is at a place.
  package func stands(_ location: FileLocation) throws(FileError) -> Bool { try self.stamp(of: location) != nil }

  /// Replaces a file in one step, not durable: a lost one is made again.
  package func putAside(_ bytes: [UInt8], in file: StoredFile) throws(FileError) {
    try file.write(bytes, .volatile, in: self)
  }

  /// Deletes a file.
  package func removeAside(_ location: FileLocation) throws(FileError) { try remove(location) }
}

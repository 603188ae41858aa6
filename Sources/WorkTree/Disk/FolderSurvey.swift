package import FileSystem
internal import GitObjects
internal import Threads

/// The names of one folder that a comparison found.
package struct FolderReading: Sendable {
  let folder: FileLocation
  /// The files that are not proven to be the tip's, and whether the tip has them.
  var differing: [(path: WorkspacePath, isRecorded: Bool)] = []
  /// The subfolders, and why one is foreign.
  var subfolders: [(path: WorkspacePath, boundary: FolderBoundary?)] = []
  /// The tip's files that are not in the folder.
  var missing: [WorkspacePath] = []
  /// The files named `HEAD`: the folder may be a repository without a work tree.
  var heads: [WorkspacePath] = []
  /// The paths that no workspace can hold.
  var badNames: [String] = []
  /// The errors of single names.
  var errors: [FileError] = []
  /// The error that ended the reading; `missing` is empty then.
  var failure: FileError?
}

/// Compares folders on disk with the recorded files by stamps, without the recorder: any thread may call it.
///
/// It compares with the state at its creation. The recorder looks again at each path that is reported.
package struct FolderSurvey: Sendable {
  private let tree: any FileTree
  /// The recorded files.
  let recorded: TipListing
  private let cache: StatCache

  /// Creates a survey of the files on disk with the present stat cache.
  init(of disk: DiskView, _ recorded: TipListing) {
    tree = disk.tree
    cache = disk.cache
    self.recorded = recorded
  }

  /// Reads folders, several at once if the tree gains from it; returns the readings in the same order.
  ///
  /// - Parameter threads: the number of threads; nil for as many as the tree gains from.
  package func read(_ folders: [FileLocation], threads: Int? = nil) -> [FolderReading] {
    parallelMap(folders.count, threads: threads ?? tree.readers, label: "stet.survey") { read(folders[$0]) }
  }

  private func read(_ folder: FileLocation) -> FolderReading {
    var reading = FolderReading(folder: folder)
    let known = cache.files(in: folder.string)
    var left: [NameKey: TreeEntry] = [:]
    for entry in recorded.folders[NameKey(folder.string)] ?? [] { left[NameKey(entry.name)] = entry }
    do throws(FileError) {
      reading.errors = try tree.visitNames(in: folder) { name, stamp in
        // Nearly every file is proven by its name alone.
        let key = NameKey(name)
        if name != "HEAD", stamp.kind == .file, let entry = left[key], let file = known[key], file.proves(entry, stamp)
        {
          left[key] = nil
        } else {
          visit(name, stamp, known[key], left: &left, into: &reading)
        }
      }
    } catch {
      reading.failure = error
      return reading
    }
    for (name, entry) in left where entry.mode != .gitlink {
      // A name that no workspace can hold is on no disk here and is ignored.
      if let path = try? WorkspacePath(folder.appending(String(name.text)).string) { reading.missing.append(path) }
    }
    return reading
  }

  private func visit(
    _ name: String, _ stamp: FileStamp, _ known: CachedFile?, left: inout [NameKey: TreeEntry],
    into reading: inout FolderReading
  ) {
    let location = reading.folder.appending(name)
    if location.string == ".git" { return }
    guard let path = try? WorkspacePath(location.string) else {
      reading.badNames.append(location.string)
      return
    }
    if stamp.kind == .directory {
      reading.subfolders.append((path, tree.nestedBoundary(of: location)))
      return
    }
    if name == "HEAD" { reading.heads.append(path) }
    // An ignored link leads to a document, too.
    if stamp.kind == .symlink { cache.symbolicLinks.note(path, stamp, in: tree) }
    let entry = left.removeValue(forKey: NameKey(name))
    if let entry, known?.proves(entry, stamp) == true { return }
    reading.differing.append((path, entry != nil))
  }
}

extension CachedFile {
  /// Returns whether a file with this stamp certainly has the content and mode of the tip's entry.
  ///
  /// The change time is compared too: `touch -r` and `cp -p` set the other one back (reliability 45).
  fileprivate func proves(_ entry: TreeEntry, _ stamp: FileStamp) -> Bool {
    blob == entry.id && mode == entry.mode && proves(stamp) && self.stamp.changed == stamp.changed
  }
}

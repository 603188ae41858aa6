internal import FileSystem
internal import GitObjects
internal import Journal

/// The known files of a stat cache, by folder and name: no path is stored for each file, and a comparison of a folder
/// needs none.
struct CachedFiles: Sendable {
  private var folders: [NameKey: [NameKey: CachedFile]] = [:]
  /// The number of files.
  private(set) var count = 0

  /// Creates a table without files.
  init() {}

  /// Whether there are no files.
  var isEmpty: Bool { count == 0 }

  /// The files in a folder by their names, without those of its subfolders; the path is empty for the root.
  func files(in folder: String) -> [NameKey: CachedFile] { folders[NameKey(folder)] ?? [:] }

  /// The known state of a path.
  subscript(path: WorkspacePath) -> CachedFile? {
    get {
      let (folder, name) = Self.parts(path)
      return folders[folder]?[name]
    }
    set {
      let (folder, name) = Self.parts(path)
      guard let newValue else {
        if folders[folder]?.removeValue(forKey: name) != nil { count -= 1 }
        if folders[folder]?.isEmpty == true { folders[folder] = nil }
        return
      }
      // A part of the path would keep the whole path in memory.
      if folders[folder] == nil { folders[NameKey(String(folder.text))] = [:] }
      if folders[folder]?[name] == nil {
        folders[folder]?[NameKey(String(name.text))] = newValue
        count += 1
      } else {
        folders[folder]?[name] = newValue
      }
    }
  }

  /// The states of all files, in no order.
  var values: some Sequence<CachedFile> { folders.values.lazy.flatMap(\.values) }

  /// Passes each path and its state, in no order.
  func forEach(_ body: (WorkspacePath, CachedFile) -> Void) {
    for (folder, files) in folders {
      let prefix = folder.text.isEmpty ? "" : folder.text + "/"
      for (name, file) in files {
        if let path = try? WorkspacePath(String(prefix + name.text)) { body(path, file) }
      }
    }
  }

  /// Removes the files for which a condition does not hold.
  mutating func keep(where isKept: (CachedFile) -> Bool) {
    folders = folders.compactMapValues { files in
      let kept = files.filter { isKept($0.value) }
      return kept.isEmpty ? nil : kept
    }
    count = folders.values.reduce(0) { $0 + $1.count }
  }

  /// Adds the files of another table; those that are here stay.
  mutating func merge(_ other: CachedFiles) {
    folders.merge(other.folders) { present, added in present.merging(added) { present, _ in present } }
    count = folders.values.reduce(0) { $0 + $1.count }
  }

  private static func parts(_ path: WorkspacePath) -> (folder: NameKey, name: NameKey) {
    let text = path.string
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (NameKey(""), NameKey(text)) }
    return (NameKey(text[..<slash]), NameKey(text[text.utf8.index(after: slash)...]))
  }
}

/// The stored form: for each folder its path and the number of its files, and for each of these its name and its state.
extension CachedFiles {
  /// Reads the stored form.
  ///
  /// - Returns: nil if the bytes are not one.
  init?(from reader: inout ByteReader) {
    guard let folderCount = reader.number(), folderCount < 50_000_000 else { return nil }
    for _ in 0..<folderCount {
      guard let folder = reader.text(), let fileCount = reader.number(), fileCount < 50_000_000 else { return nil }
      var files: [NameKey: CachedFile] = [:]
      // The number of a damaged form may be of any size.
      files.reserveCapacity(min(Int(fileCount), 1 << 20))
      for _ in 0..<fileCount {
        guard let name = reader.text(), let file = reader.cachedFile() else { return nil }
        files[NameKey(name)] = file
      }
      count += files.count
      folders[NameKey(folder)] = files
    }
  }

  /// Appends the stored form.
  func put(in writer: inout ByteWriter) {
    writer.put(UInt64(folders.count))
    for (folder, files) in folders {
      writer.put(String(folder.text))
      writer.put(UInt64(files.count))
      for (name, file) in files {
        writer.put(String(name.text))
        writer.put(file)
      }
    }
  }
}

extension ByteWriter {
  /// Appends a cached file.
  fileprivate mutating func put(_ file: CachedFile) {
    put(file.stamp.kind.rawValue)
    put(file.stamp.size)
    put(file.stamp.modified)
    put(file.stamp.changed)
    put(file.stamp.inode)
    put(file.stamp.device)
    put(file.stamp.permissions)
    put(file.stamp.owner)
    put(file.stamp.group)
    put(file.blob)
    put(UInt8(file.isTrusted ? 1 : 0) | UInt8(file.isLarge ? 2 : 0) | UInt8(file.isLinked ? 4 : 0))
  }
}

extension ByteReader {
  /// Reads a cached file.
  fileprivate mutating func cachedFile() -> CachedFile? {
    guard let kind = byte().flatMap(FileStamp.Kind.init), let size = signed(), let modified = signed(),
      let changed = signed(), let inode = number(), let device = number(), let permissions = short(),
      let owner = short(), let group = short(), let blob = id(), let blob, let flags = byte(), flags < 8
    else { return nil }
    let stamp = FileStamp(
      kind: kind, size: size, modified: modified, changed: changed, inode: inode, device: device,
      permissions: permissions, links: flags & 4 != 0 ? 2 : 1, owner: owner, group: group)
    return CachedFile(stamp: stamp, blob: blob, isTrusted: flags & 1 != 0, isLarge: flags & 2 != 0)
  }
}

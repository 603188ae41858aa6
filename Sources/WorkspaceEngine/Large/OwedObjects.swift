internal import FileSystem
internal import Git
internal import GitObjects
internal import LargeFiles
internal import LocalState

/// What published versions name and one remote denies: it is to be sent again, also after a stop.
///
/// In `.git/stet/objects`, beside what the remote is known to have; without one that owes nothing. Nobody asks the remote
/// again for what is published, so what is lost of it would be missed by whoever wants it next.
struct OwedObjects: Sendable {
  private struct Stored: Codable {
    var path: String
    var blob: ObjectID?
    var oid: String
    var size: Int
  }

  private let tree: (any FileTree)?
  private let file: StoredFile

  /// Names the list of a remote.
  ///
  /// - Parameter address: the remote's, as it is used.
  init(of address: String, tree: (any FileTree)?) {
    self.tree = tree
    let name = Array(address.utf8).withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(16)
    file = StoredFile("objects/\(name).owed.json")
  }

  /// What was owed when it was kept last; nothing where that cannot be read.
  func load() -> [PointedVersion] {
    guard let tree, let stored = file.value([Stored].self, from: tree, limit: 1 << 28) else { return [] }
    return stored.compactMap { item in
      ContentID(hex: Array(item.oid.utf8)).map { id in
        PointedVersion(
          version: PathVersion(item.path, item.blob), pointer: Pointer(id: id, size: item.size))
      }
    }
  }

  /// Keeps what is owed. What cannot be kept is known until the stop.
  func save(_ owed: some Collection<PointedVersion>) {
    guard let tree else { return }
    if owed.isEmpty {
      try? file.remove(from: tree)
      return
    }
    let stored = owed.map { item in
      Stored(path: item.version.path, blob: item.version.blob, oid: item.pointer.id.hex, size: item.pointer.size)
    }
    try? file.write(json: stored.sorted { ($0.path, $0.oid) < ($1.path, $1.oid) }, .content, in: tree)
  }
}

package import FileSystem
internal import Git
internal import GitObjects
internal import LargeFiles
internal import LocalState

/// The objects that published versions name and one remote denies: they are to be uploaded as soon as they are here,
/// also after a restart.
///
/// Stored in `.git/stet/objects`, beside the table of known objects; no file means that none is owed. The daemon does
/// not ask the remote again about published objects, so an entry that is lost would leave the object missing for its
/// next reader.
package struct OwedObjects: Sendable {
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
  /// - Parameter address: the remote's address, as it is used.
  package init(of address: String, tree: (any FileTree)?) {
    self.tree = tree
    let name = Array(address.utf8).withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(16)
    file = StoredFile("objects/\(name).owed.json")
  }

  /// Returns the stored list; empty if it cannot be read.
  func load() -> [PointedVersion] {
    guard let tree, let stored = file.value([Stored].self, from: tree, limit: 1 << 28) else { return [] }
    return stored.compactMap { item in
      ContentID(hex: Array(item.oid.utf8)).map { id in
        PointedVersion(
          version: PathVersion(item.path, item.blob), pointer: Pointer(id: id, size: item.size))
      }
    }
  }

  /// Writes the list. If the write fails, the list lasts in memory until the daemon stops.
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

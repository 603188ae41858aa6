internal import CGit2

/// The packs of a repository with undamaged index files, as backends of libgit2.
///
/// libgit2 1.5 reads beyond its memory if an index file is damaged, so each file's checksum is verified before libgit2
/// sees it. libgit2 does not list packs itself either, because it would also trust a multi-pack-index.
struct PackList {
  private var checked: [String: StatusStamp] = [:]

  /// Opens the packs in `objects/pack`, newest first; skips damaged ones and indexes without a pack.
  mutating func backends(of directory: GitDirectory) -> [UnsafeMutablePointer<git_odb_backend>] {
    var found: [(name: String, stamp: StatusStamp)] = []
    for entry in directory.names(in: "objects/pack") where entry.hasPrefix("pack-") && entry.hasSuffix(".idx") {
      let name = "objects/pack/" + entry
      guard let status = directory.status(name) else { continue }
      found.append((name, StatusStamp(status)))
    }
    found.sort { ($0.stamp.seconds, $0.stamp.nanoseconds, $0.name) > ($1.stamp.seconds, $1.stamp.nanoseconds, $1.name) }
    var backends: [UnsafeMutablePointer<git_odb_backend>] = []
    for (name, stamp) in found {
      let path = directory.path(name)
      if checked[path] != stamp {
        guard Self.isWhole(name, in: directory) else { continue }
        checked[path] = stamp
      }
      var backend: UnsafeMutablePointer<git_odb_backend>?
      if git_odb_backend_one_pack(&backend, path) == 0, let backend {
        backends.append(backend)
      } else {
        git_error_clear()
      }
    }
    return backends
  }

  /// Returns whether an index file's checksum is correct.
  static func isWhole(_ name: String, in directory: GitDirectory) -> Bool { whole(name, in: directory) != nil }

  /// Returns the content of an index file; nil if its checksum is not correct, or it cannot be read.
  static func whole(_ name: String, in directory: GitDirectory) -> [UInt8]? {
    guard let file = try? directory.read(name), file.count > 1_032 else { return nil }
    let end = file.count - 20
    let isWhole = file.withUnsafeBytes { bytes in
      SHA1.hash(UnsafeRawBufferPointer(rebasing: bytes[..<end])).elementsEqual(bytes[end...])
    }
    return isWhole ? file : nil
  }
}

import CLinux
import Glibc

extension DiskTree {
  package func makeDirectories(_ location: FileLocation) throws(FileError) {
    if location == .root { return }
    let standing = openBeneath(location.string, flags: clinux_o_path | O_DIRECTORY)
    if standing >= 0 {
      close(standing)
      return
    }
    if location.parent != .root { try makeDirectories(location.parent) }
    let place = try place(location, .makeDirectories)
    let result = place.call { mkdirat($0, $1, 0o777) }
    if result == 0 { return }
    guard result == -EEXIST else { throw FileError(errno: -result, .makeDirectories, location) }
    // Another process may have created it meanwhile; any other kind is an error.
    switch try place.stamp(.makeDirectories)?.kind {
    case .directory: return
    case .symlink: throw FileError(errno: ELOOP, .makeDirectories, location, at: .parent)
    default: throw FileError(errno: EEXIST, .makeDirectories, location)
    }
  }

  package func removeDirectory(_ location: FileLocation) throws(FileError) -> Bool {
    guard let place = try placeIfAny(location, .removeDirectory) else { return false }
    let result = place.call { unlinkat($0, $1, AT_REMOVEDIR) }
    switch result {
    case 0...: return true
    case -ENOTEMPTY, -EEXIST, -ENOENT, -ENOTDIR: return false
    default: throw FileError(errno: -result, .removeDirectory, location)
    }
  }
}

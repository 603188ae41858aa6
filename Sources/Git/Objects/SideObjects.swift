package import GitObjects
internal import Synchronization

/// Objects in a folder of their own below `.git/stet`, for a git that reads them together with the repository's.
///
/// git compares only states that it can read; a state that was computed for a comparison is not a part of the
/// repository. The folder is deleted with the value; what a crash left is deleted with the next first one.
package final class SideObjects: Sendable {
  private static let place = "stet/compared"
  private static let made = Mutex<[String: Int]>([:])

  /// The absolute path of the folder, in git's form of an object directory.
  package let path: String
  private let directory: GitDirectory
  private let name: String

  /// Writes objects into a new folder. Blocks.
  ///
  /// - Parameter root: the root of the work tree.
  /// - Throws: `.failed` if they cannot be written.
  package init(_ objects: [FreshObject], root: String) throws(ObjectStoreError) {
    directory = GitDirectory(path: root + "/.git")
    let number = Self.made.withLock { [directory] made in
      if made[root] == nil { Self.removeLeft(directory) }
      made[root, default: 0] += 1
      return made[root] ?? 1
    }
    name = "\(Self.place)/\(number)"
    path = directory.path(name)
    do throws(ObjectStoreError) {
      try directory.makeParents(of: name + "/x")
      for object in objects {
        let file = name + LooseObject.name(of: object.id).dropFirst("objects".count)
        _ = try directory.create(file, LooseObject.stored(object.kind, object.content))
      }
    } catch {
      Self.remove(name, directory)
      throw error
    }
  }

  deinit { Self.remove(name, directory) }

  private static func remove(_ name: String, _ directory: GitDirectory) {
    for folder in directory.names(in: name) {
      for file in directory.names(in: "\(name)/\(folder)") { directory.remove("\(name)/\(folder)/\(file)") }
      directory.removeDirectory("\(name)/\(folder)")
    }
    directory.removeDirectory(name)
  }

  private static func removeLeft(_ directory: GitDirectory) {
    for number in directory.names(in: place) { remove("\(place)/\(number)", directory) }
  }
}

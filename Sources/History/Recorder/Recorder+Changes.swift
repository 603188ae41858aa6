internal import Documents
internal import FileSystem
package import GitObjects
internal import Merge

extension Recorder {
  /// Returns whether nothing is at a path now.
  package func isMissing(_ path: WorkspacePath) -> Bool {
    do throws(FileError) { return try tree.stamp(of: FileLocation(path)) == nil } catch { return false }
  }

  /// Returns whether the folder has the tip's version of a path, which may be no file; false if it cannot be read.
  package func stands(_ path: WorkspacePath) -> Bool {
    do {
      let (onDisk, entry) = (try look(at: path, rehash: false), try entry(at: path))
      return onDisk.blob == entry?.id && onDisk.mode == entry?.mode
    } catch { return false }
  }
}

internal import FileSystem
internal import GitObjects
internal import Merge
internal import WorkTree

/// A search of the new files whose text is similar to that of a missing file: it was edited after its rename.
struct SimilarFiles {
  /// The largest number of comparisons of missing with new files, and of bytes that are read for them.
  private static let most = (comparisons: 10_000, bytes: 64 << 20)

  /// The files on disk, compared with the tip.
  let disk: DiskView

  /// Returns the pairs of a missing and a new file with similar texts, with the common part in thousandths.
  ///
  /// Returns none if there are too many files to compare.
  func pairs(
    _ missing: [WorkspacePath: ObjectID], _ new: [WorkspacePath]
  ) -> [(from: WorkspacePath, to: WorkspacePath, share: Int)] {
    guard !missing.isEmpty, missing.count * new.count <= Self.most.comparisons else { return [] }
    var rest = Self.most.bytes
    var targets: [(path: WorkspacePath, text: Likeness)] = []
    for path in new {
      // Only files that fit are read: beside a missing note there may be thousands of new photos.
      guard let stamp = try? disk.tree.stamp(of: FileLocation(path)), stamp.kind == .file, stamp.size > 0,
        stamp.size <= Int64(min(rest, Likeness.largest)), let onDisk = try? disk.look(at: path, rehash: false),
        onDisk.isSettled, onDisk.mode?.isFile == true,
        let bytes = onDisk.bytes, bytes.count <= rest
      else { continue }
      rest -= bytes.count
      targets.append((path, Likeness(bytes)))
    }
    guard !targets.isEmpty else { return [] }
    var result: [(from: WorkspacePath, to: WorkspacePath, share: Int)] = []
    for (path, blob) in missing.sorted(by: { $0.key < $1.key }) {
      guard let bytes = try? disk.store.blob(blob, ofAtMost: min(rest, Likeness.largest)),
        disk.pointer(in: blob) == nil
      else { continue }
      rest -= bytes.count
      let text = Likeness(bytes)
      for target in targets {
        let share = text.share(with: target.text)
        if share >= Likeness.least { result.append((path, target.path, share)) }
      }
    }
    return result
  }
}

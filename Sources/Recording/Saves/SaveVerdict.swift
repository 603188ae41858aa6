internal import GitObjects
internal import Merge
internal import WorkTree

/// The meaning of an observed path: a function of its state on disk and of the values that the ledgers have for it.
enum SaveVerdict: Hashable {
  /// The file is the older content of a large file whose newer one is being downloaded.
  case awaiting
  /// No file is there.
  case missing
  /// The file is the recorded version.
  case recorded
  /// The file is new and ignored.
  case ignored
  /// The file cannot be recorded yet: it is being written, or rules or files that precede it are missing.
  case postponed
  /// The file is a version to record, with this mode and blob.
  case changed(FileMode, ObjectID)

  /// Judges a path. The functions are called only where the result depends on them.
  ///
  /// - Parameters:
  ///   - recorded: the entry of the tip.
  ///   - awaited: the version on disk before the adoption whose newer content is being downloaded; nil if none is.
  ///   - isIgnored: returns whether a new file would be ignored.
  ///   - isInAdoption: returns whether an adoption still has to place a file at a folder of the path.
  ///   - lacksAttributes: returns whether attributes that decide about the file are missing on disk.
  init(
    _ observation: Observation, _ onDisk: DiskState, recorded: TreeEntry?, awaited: ObjectID?,
    isIgnored: () throws -> Bool, isInAdoption: () -> Bool, lacksAttributes: () -> Bool
  ) rethrows {
    guard let mode = onDisk.mode, let blob = onDisk.blob else {
      self = .missing
      return
    }
    if blob == awaited {
      self = .awaiting
    } else if recorded?.mode == mode, recorded?.id == blob {
      self = .recorded
    } else if recorded == nil, try isIgnored() {
      self = .ignored
    } else if recorded == nil, isInAdoption() {
      self = .postponed
    } else if !onDisk.isSettled, !Self.isGrowing(observation, onDisk) {
      self = .postponed
    } else if onDisk.content == nil, mode.isFile, !observation.believesDeletion, lacksAttributes() {
      self = .postponed
    } else {
      self = .changed(mode, blob)
    }
  }

  /// Returns whether a file that a program has open is recorded as the beginning of a growing text.
  private static func isGrowing(_ observation: Observation, _ onDisk: DiskState) -> Bool {
    observation.takesPrefix && onDisk.content == nil && onDisk.bytes.map(TextMerge.isText) == true
  }
}

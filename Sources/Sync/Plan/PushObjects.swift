/// The new objects of a push, by which git searches deltas for them or not.
///
/// The search takes half of the time of a push of many small files, and finds nothing for files that never had another
/// version. It stays on if it pays: for a few files, for the versions of a text, and for a large directory that several
/// commits change. Without deltas a push may grow by the size of the *successors*, objects that have an earlier version
/// at their path, so they are limited to 1 KiB for each new file: about as much as a new file itself needs.
struct PushObjects: Hashable, Sendable {
  /// The number of new files from which the search may be left out: with fewer, it takes less than 0.1 s.
  static let leastFiles = 500
  /// The bytes of successors for each new file up to which the search is left out.
  static let bytesPerFile: Int64 = 1_024
  /// The number of commits up to which their objects are counted: more are the work of hours, which has successors.
  static let mostCommits = 64

  /// The number of files at paths that had none.
  var files = 0
  /// The uncompressed bytes of files and directories that have an earlier version at their path.
  var successorBytes: Int64 = 0

  /// Whether git searches no deltas.
  var skipsDeltas: Bool {
    files >= Self.leastFiles && successorBytes <= Int64(files) * Self.bytesPerFile
  }
}

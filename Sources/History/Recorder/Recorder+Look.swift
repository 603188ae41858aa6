internal import Documents
internal import FileSystem
internal import GitObjects
internal import LargeFiles

extension Recorder {
  /// Returns the reason why the content of a path is kept off the tip, by name, attributes and the remote's refusals;
  /// nil if there is none.
  func holdReason(of path: WorkspacePath, holding blob: ObjectID?) -> HeldReason? {
    holdReason(of: path) ?? refused.words(for: PathVersion(path.string, blob)).map { .refused($0) }
  }

  /// Returns the reason why a path is kept off the tip, by its name, policy and attributes; nil if there is none.
  func holdReason(of path: WorkspacePath) -> HeldReason? {
    if NameText.isEscaped(path.string) { return .badName }
    if disk.rules.isLocalOnly(path) { return .localOnly }
    return disk.rules.filter(path).map { .filter($0) }
  }
}

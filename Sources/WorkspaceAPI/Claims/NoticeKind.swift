/// A question or message to a program that presents a file or folder.
package enum NoticeKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// A request to save unsaved changes, because somebody is about to read the file.
  case save
  /// A request to stop writing until `free`, because somebody is about to change the file.
  case letGo = "let-go"
  /// A request to save, then to stop writing until `free`, because somebody is about to change the present content.
  case saveAndLetGo = "save-and-let-go"
  /// A request: the file is about to be deleted or replaced.
  case goes
  /// A message: the file changed on disk.
  case changed
  /// A message: the file has another path.
  case moved
  /// A message: the file no longer exists.
  case deleted
  /// A message: the claim for which the program stopped writing has ended.
  case free

  /// Whether the daemon waits for an answer.
  package var asks: Bool {
    switch self {
    case .save, .letGo, .saveAndLetGo, .goes: true
    case .changed, .moved, .deleted, .free: false
    }
  }
}

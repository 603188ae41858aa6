/// A question or message to a program that presents a file or folder.
package enum NoticeKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Asks: save what is not saved, somebody is about to read it.
  case save
  /// Asks: write no more until `free`, somebody is about to change it.
  case letGo = "let-go"
  /// Asks: save, then write no more until `free`; somebody is about to change what stands there.
  case saveAndLetGo = "save-and-let-go"
  /// Asks: it is about to be deleted or replaced.
  case goes
  /// Tells: it changed on disk.
  case changed
  /// Tells: it has another path.
  case moved
  /// Tells: it is not there any more.
  case deleted
  /// Tells: the claim for which it was asked to let go has ended.
  case free

  /// Whether an answer is waited for.
  package var asks: Bool {
    switch self {
    case .save, .letGo, .saveAndLetGo, .goes: true
    case .changed, .moved, .deleted, .free: false
    }
  }
}

/// What an editor that has, or just had, a document open says of the document's last change.
package enum EditorTrace: Hashable, Sendable {
  /// No editor has it open.
  case closed
  /// One has it open, and does not tell whether it saved.
  case open
  /// The editor made the last change: it saved.
  case saved
  /// One has it open and did not save since the last change: another program made it.
  case untouched
}

/// The part of an editor in the last change of a document that it has, or just had, open.
package enum EditorTrace: Hashable, Sendable {
  /// No editor has the document open.
  case closed
  /// An editor has the document open, and it is unknown whether it saved.
  case open
  /// The editor saved and so made the last change.
  case saved
  /// An editor has the document open and has not saved since the last change: another program made it.
  case untouched
}

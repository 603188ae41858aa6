/// What a file name says of the program that made it (reliability §3).
package enum EditorName: Hashable, Sendable {
  /// A document like any other.
  case document
  /// A name that vim makes and takes away at once to try whether it may write: `4913`, `5036`, …
  ///
  /// It is a possible document too, so it is recorded, only later than others: vim's own is long gone then.
  case probe
  /// A copy or an unfinished write that the program takes away or renames; never recorded.
  ///
  /// `of` is the document it belongs to, where the name tells.
  case transient(of: String?)
  /// A swap, lock or autosave file that stands as long as somebody has the document open; never recorded.
  case presence(of: String)
}

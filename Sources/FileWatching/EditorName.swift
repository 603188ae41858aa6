/// The kind of a file by its name, which shows the program that created it (reliability §3).
package enum EditorName: Hashable, Sendable {
  /// An ordinary document.
  case document
  /// A name that vim creates and deletes at once to test whether it may write: `4913`, `5036`, …
  ///
  /// It could be a document, too, so it is recorded, only later than others: vim has deleted its own by then.
  case probe
  /// A copy or an unfinished write that the program deletes or renames; never recorded.
  ///
  /// `of` is its document, if the name shows it.
  case transient(of: String?)
  /// A swap, lock or autosave file that exists while a document is open; never recorded.
  case presence(of: String)
}

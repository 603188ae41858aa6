/// A file of which is remembered whether anybody but Stet read it (DESIGN "Stale saves").
///
/// Names the file itself, whatever it is called later. Worth something only to the tree that made it, while that lives.
package struct OpenWitness: Hashable, Sendable {
  /// The number of the mark.
  let number: UInt64
}

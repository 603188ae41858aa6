/// A mark on a file whose reads by other processes are recorded (DESIGN "Stale saves").
///
/// It identifies the file itself, also after a rename. It is valid only for the tree that created it, while that
/// exists.
package struct OpenWitness: Hashable, Sendable {
  /// The number of the mark.
  let number: UInt64
}

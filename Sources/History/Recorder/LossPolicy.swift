/// The behaviour of an opening that needs an object that cannot be read.
package enum LossPolicy: Sendable {
  /// It fails: the object may be fetched again.
  case refuses
  /// It continues with everything that is whole, and lists the missing objects.
  case goesOn
}

/// What an opening does where it needs an object that cannot be read.
package enum LossPolicy: Sendable {
  /// It fails: the object may be had again from elsewhere.
  case refuses
  /// It goes on with what is whole, and names what is missing.
  case goesOn
}

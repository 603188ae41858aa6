/// The source of the time: the system, or a simulation that moves it by hand.
///
/// Both pass one conformance suite: the monotonic part never goes back, and two readings can be compared.
package protocol TimeSource: Sendable {
  /// Returns the present time.
  func now() -> Moment
}

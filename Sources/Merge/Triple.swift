/// The optional values of base and both sides at one place.
struct Triple<Value> {
  var base: Value?
  var ours: Value?
  var theirs: Value?

  /// The value of a side.
  subscript(side: MergeSide) -> Value? { side == .ours ? ours : theirs }

  /// Returns the transformed values of those that exist.
  func map<Other>(_ transform: (Value) -> Other?) -> Triple<Other> {
    Triple<Other>(base: base.flatMap(transform), ours: ours.flatMap(transform), theirs: theirs.flatMap(transform))
  }
}

extension Triple where Value: Equatable {
  /// The result if at most one side changed the value, or both made the same change; nil if both changed it
  /// differently.
  var undisputed: Value?? {
    if ours == theirs || theirs == base { return .some(ours) }
    return ours == base ? .some(theirs) : nil
  }
}

/// What base and both sides have in one place.
struct Triple<Value> {
  var base: Value?
  var ours: Value?
  var theirs: Value?

  /// What a side has.
  subscript(side: MergeSide) -> Value? { side == .ours ? ours : theirs }

  /// The same of something that each value has.
  func map<Other>(_ transform: (Value) -> Other?) -> Triple<Other> {
    Triple<Other>(base: base.flatMap(transform), ours: ours.flatMap(transform), theirs: theirs.flatMap(transform))
  }
}

extension Triple where Value: Equatable {
  /// What stands where at most one side changed anything, or both the same; nil where both changed it differently.
  var undisputed: Value?? {
    if ours == theirs || theirs == base { return .some(ours) }
    return ours == base ? .some(theirs) : nil
  }
}

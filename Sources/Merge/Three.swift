/// A value of the base and of both sides.
struct Three<Value> {
  var base: Value
  var ours: Value
  var theirs: Value

  /// The value of a side, or of the base for nil.
  subscript(side: MergeSide?) -> Value {
    switch side {
    case nil: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// Returns the transformed values.
  func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Three<Other> {
    Three<Other>(base: try transform(base), ours: try transform(ours), theirs: try transform(theirs))
  }
}

extension Three<ArraySlice<UInt8>?> {
  /// The merge of bytes that never conflict: those of the side that changed them; if both did, those that sort first.
  /// nil only if none of the three has any.
  var settled: ArraySlice<UInt8>? {
    guard let ours, let theirs else { return ours ?? theirs ?? base }
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    return ours.lexicographicallyPrecedes(theirs) ? ours : theirs
  }
}

extension Three: Sendable where Value: Sendable {}

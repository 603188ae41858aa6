/// Something of the base and of both sides.
struct Three<Value> {
  var base: Value
  var ours: Value
  var theirs: Value

  /// What a side has, or the base for nil.
  subscript(side: MergeSide?) -> Value {
    switch side {
    case nil: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// The same of something that each has.
  func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Three<Other> {
    Three<Other>(base: try transform(base), ours: try transform(ours), theirs: try transform(theirs))
  }
}

extension Three<ArraySlice<UInt8>?> {
  /// What stands of something that never makes a conflict: the side's that changed it; where both did, the text that is
  /// first in order of bytes. nil only where nobody has it.
  var settled: ArraySlice<UInt8>? {
    guard let ours, let theirs else { return ours ?? theirs ?? base }
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    return ours.lexicographicallyPrecedes(theirs) ? ours : theirs
  }
}

extension Three: Sendable where Value: Sendable {}

/// One of the two versions of a merge.
package enum MergeSide: Hashable, Sendable, CaseIterable {
  /// The version given first.
  case ours
  /// The version given second.
  case theirs

  /// The other side.
  package var opposite: MergeSide { self == .ours ? .theirs : .ours }
}

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

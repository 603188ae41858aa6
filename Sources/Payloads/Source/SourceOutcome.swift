/// The outcome of one source of facts. A source never throws: the other sources of a plan are used without it.
///
/// `FactSources` of the module `Facts` has three functions with these types. `read` answers a `FactQuery` with a
/// ``SourceReading``, `carryOut` makes a `FactChange` and returns the place of the new entry, and `location` returns the
/// name of the saved place.
package enum SourceOutcome<Value: Sendable>: Sendable {
  /// The facts. A source that is set up and has none returns an empty list.
  case value(Value)
  /// The source could not be read; a sentence with the reason and the next step, for people, without line breaks.
  case failed(String)
  /// The source is not set up, or may not be read yet; a sentence that says how to set it up, without line breaks.
  case notSetUp(String)
}

extension SourceOutcome {
  /// The value; nil for the other outcomes.
  package var value: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The line that stands for the facts in the answer; nil if there are facts.
  package var line: String? {
    switch self {
    case .value: nil
    case .failed(let line), .notSetUp(let line): line
    }
  }

  /// Returns the outcome with its value changed.
  package func map<Other>(_ change: (Value) -> Other) -> SourceOutcome<Other> {
    switch self {
    case .value(let value): .value(change(value))
    case .failed(let line): .failed(line)
    case .notSetUp(let line): .notSetUp(line)
    }
  }
}

extension SourceOutcome: Equatable where Value: Equatable {}
extension SourceOutcome: Hashable where Value: Hashable {}

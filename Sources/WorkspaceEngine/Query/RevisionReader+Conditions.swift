internal import SearchIndex
internal import WorkspaceAPI

/// The times in words in conditions on documents.
extension RevisionReader {
  /// Reads the times of conditions in words, such as `createdAt>yesterday`, and those without a zone, which are local.
  ///
  /// - Returns: a note for each condition that compares a time of the history with a text that is none.
  /// - Throws: `VerbError`, `.usage` for a day that does not exist.
  func setTimes(of conditions: inout [DocumentCondition]) async throws(VerbError) -> [String] {
    for index in conditions.indices where conditions[index].isLocalTime {
      conditions[index].seconds = try await seconds(of: conditions[index].value) ?? conditions[index].seconds
    }
    var notes: [String] = []
    for index in conditions.indices where conditions[index].mayBePhrase {
      let text = conditions[index].value
      if let fault = TimePhrase.fault(in: text) { throw Self.noTime(text, fault) }
      guard TimePhrase.isTime(text) else {
        if conditions[index].key.isTime {
          notes.append("'\(text)' is no time, so that no \(conditions[index].key.name) matches it.")
        }
        continue
      }
      // A date is the whole day, in whatever form it is written.
      let comparison = conditions[index].comparison
      let edge: TimePhrase.DayEdge = comparison == .greater || comparison == .lessOrEqual ? .end : .start
      let isDate = TimeFault.date(text[...]) != nil
      conditions[index].seconds = try await seconds(of: text, isDate ? edge : nil)
    }
    return notes
  }
}

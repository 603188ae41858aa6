/// A variable that Stet itself has a value for.
package enum KnownVariable: String, Hashable, Sendable, CaseIterable {
  /// The date of the day in words.
  case today
  /// The first word of the person's name.
  case name
  /// The title of the next event in the calendar.
  case nextEvent = "next_event"
  /// The present city.
  case location

  /// Whether a source must be read for the value. Such a source is opened only if the prompt names the variable.
  package var needsSource: Bool {
    switch self {
    case .today, .name: false
    case .nextEvent, .location: true
    }
  }

  /// Returns the first word of a name.
  package static func firstName(of name: String) -> String {
    String(name.split(whereSeparator: \.isWhitespace).first ?? "")
  }

  /// Returns the variables of a prompt that a caller may give values for: all but those that Stet always knows.
  package static func arguments(of prompt: String) -> [String] {
    PromptVariables.names(in: prompt).filter { KnownVariable(rawValue: $0)?.needsSource != false }
  }
}

internal import WorkspaceAPI

/// The rules for the fields of an ability that Stet writes.
enum DraftRules {
  /// The greatest length of a description in letters (Agent Skills).
  static let longestDescription = 1_024
  /// The greatest length of a prompt in bytes.
  static let longestPrompt = 100_000

  /// Refuses fields that are not allowed.
  static func check(_ draft: AbilityDraft) throws(VerbError) {
    if let label = draft.label {
      guard !trimmed(label).isEmpty else {
        throw VerbError(
          .usage, "The label is empty.", next: "Give one of 1 to \(AbilityRecord.longestLabel) characters.")
      }
      guard isLine(label) else {
        throw VerbError(.usage, "The label is not one line of visible characters.", next: "Write it in one line.")
      }
      guard label.count <= AbilityRecord.longestLabel else {
        throw VerbError(
          .usage, "The label '\(label)' has \(label.count) characters; 1 to \(AbilityRecord.longestLabel) are allowed.",
          next: "Choose a shorter label.")
      }
    }
    if let colour = draft.colorHex, !colour.isEmpty, !isColour(colour) {
      throw VerbError(.usage, "The colour '\(colour)' is not of the form #RRGGBB.", next: "Write it as '#FF9500'.")
    }
    if let slot = draft.preferredTimeSlot, !slot.isEmpty, TimeSlot(rawValue: slot) == nil {
      throw VerbError(
        .usage, "'\(slot)' is not a part of the day.", next: "Name one of morning, afternoon and evening.")
    }
    for (field, text) in [("icon", draft.icon), ("plan", draft.planKey)] {
      if let text, !isLine(text) || text.count > 100 {
        throw VerbError(.usage, "The \(field) is one line of at most 100 characters.")
      }
    }
    if let text = draft.description {
      guard !text.isEmpty, text.unicodeScalars.count <= longestDescription, isLine(text) else {
        throw VerbError(.usage, "A description is one line of 1 to \(longestDescription) characters.")
      }
    }
    if let prompt = draft.prompt {
      guard !trimmed(prompt).isEmpty, prompt.utf8.count <= longestPrompt, !prompt.utf8.contains(0) else {
        throw VerbError(.usage, "A prompt is a text of 1 to \(longestPrompt) bytes.")
      }
    }
  }

  /// Returns a text without blanks around it and with plain newlines.
  static func trimmed(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n")
    let end = lines.lastIndex { !$0.isWhitespace }
    guard let start = lines.firstIndex(where: { !$0.isWhitespace }), let end else { return "" }
    return String(lines[start...end])
  }

  /// Returns a description made of a prompt: its first sentence.
  static func description(of prompt: String) -> String {
    let words = prompt.split(whereSeparator: \.isWhitespace)
    var taken: [Substring] = []
    for word in words {
      guard taken.reduce(0, { $0 + $1.unicodeScalars.count + 1 }) + word.unicodeScalars.count <= 200 else { break }
      taken.append(word)
      if let last = word.last, ".!?".contains(last) { break }
    }
    return taken.isEmpty ? "A stored prompt." : taken.joined(separator: " ")
  }

  private static func isLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x2028 && $0.value != 0x2029 }
  }

  private static func isColour(_ text: String) -> Bool {
    text.hasPrefix("#") && text.utf8.count == 7 && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

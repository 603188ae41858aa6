internal import Values

/// Notes of the workspace that match some words.
package struct NoteList: Hashable, Sendable {
  package var words: [String]
  /// The notes, best first.
  package var notes: [Note]

  /// Creates a list.
  package init(words: [String], notes: [Note]) {
    self.words = words
    self.notes = notes
  }
}

/// A note.
package struct Note: Hashable, Sendable {
  /// The path in the workspace.
  package var path: String
  /// The title; nil if it has none.
  package var title: String?
  /// The matching line.
  package var excerpt: String
  /// The titles of the events that it belongs to; empty if no calendar was asked.
  package var events: [String]

  /// Creates a note.
  package init(path: String, title: String?, excerpt: String, events: [String] = []) {
    self.path = path
    self.title = title
    self.excerpt = excerpt
    self.events = events
  }
}

extension NoteList: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("words", words)
    fields.add("notes", notes) { fields, note in
      fields.add("path", note.path)
      fields.add("title", note.title)
      fields.add("excerpt", note.excerpt)
      if !note.events.isEmpty { fields.add("events", note.events) }
    }
    return fields.members
  }

  var lines: [String] {
    guard !notes.isEmpty else { return ["No matching notes."] }
    return notes.flatMap { note in
      let events = note.events.isEmpty ? "" : "  (\(note.events.joined(separator: ", ")))"
      return ["\(note.path)\(events)"] + (note.excerpt.isEmpty ? [] : ["  \(note.excerpt)"])
    }
  }
}

internal import Payloads
internal import WorkspaceAPI

/// Finds the notes about subjects with the search index of the workspace.
struct NoteSearch: Sendable {
  /// The greatest number of subjects that are searched.
  private static let mostSubjects = 10
  /// The greatest number of notes for each subject.
  private static let mostNotes = 3
  /// The number of hits that are requested at once, and the greatest number of such requests for a subject.
  private static let (page, mostPages) = (12, 10)
  /// The greatest number of words of a subject that are searched.
  private static let mostWords = 10
  /// Files that say how to work in the folder.
  private static let instructions: Set<String> = ["AGENTS.md", "CLAUDE.md", "README.md", "CONFLICTS.md"]

  let verbs: any WorkspaceVerbs
  /// The caller; an agent sees the notes that the policy lets it read.
  let caller: Caller

  /// Returns the notes, those of the first subject first, each once with all its subjects.
  func notes(about subjects: [String]) async -> SourceOutcome<Payload> {
    var list = NoteList(words: Array(subjects.prefix(Self.mostSubjects)), notes: [])
    do throws(VerbError) {
      for subject in list.words {
        guard let query = Self.query(for: subject) else { continue }
        for hit in try await hits(query) {
          if let known = list.notes.firstIndex(where: { $0.path.utf8.elementsEqual(hit.path.utf8) }) {
            list.notes[known].events.append(subject)
          } else {
            list.notes.append(Note(path: hit.path, title: hit.title, excerpt: hit.text, events: [subject]))
          }
        }
      }
      return .value(.notes(list))
    } catch {
      return .failed("The notes cannot be searched: \(error.what)")
    }
  }

  private func hits(_ query: String) async throws(VerbError) -> [SearchHit] {
    var request = SearchRequest(text: query, limit: Self.page, caller: caller)
    request.words = WordConditions()
    var notes: [SearchHit] = []
    // The best hits may all be abilities and instructions.
    for page in 0..<Self.mostPages {
      request.skip = page * Self.page
      let hits = try await verbs.call(request)
      notes += hits.filter { Self.isNote($0.path) }
      if notes.count >= Self.mostNotes || hits.count < Self.page { break }
    }
    return Array(notes.prefix(Self.mostNotes))
  }

  /// Returns the query for any of a subject's words; nil if it has none.
  static func query(for subject: String) -> String? {
    let words = subject.split { !$0.isLetter && !$0.isNumber }.map { String($0) }
      .filter { $0.count > 2 || $0.utf8.count > $0.count }
    return words.isEmpty ? nil : words.prefix(mostWords).map { "\"\($0)\"" }.joined(separator: " OR ")
  }

  /// Returns whether a file is a note, and no ability or instruction for agents.
  static func isNote(_ path: String) -> Bool {
    !path.hasPrefix("\(AbilityShelf.folder)/") && !path.hasPrefix(".")
      && !instructions.contains(String(path.split(separator: "/").last ?? ""))
  }
}

/// An author, as `--json` shows it.
struct RecordedAuthor: Decodable, Equatable, Sendable {
  let kind: String
  let name: String?
  let session: String?
}

/// One commit of `stet log --json`.
struct RecordedCommit: Decodable, Sendable {
  let commit: String
  let author: RecordedAuthor
  let subject: String
  let machine: String?
  let paths: [String]
}

/// One operation of `stet log --operations --json`.
struct RecordedOperation: Decodable, Sendable {
  let id: String
  let kind: String
  let author: RecordedAuthor
  let commit: String
  let commits: Int
  let files: Int
  let paths: [String]
  let undoes: [String]
  let undoneBy: String?
}

/// One line of `stet blame --json`.
struct BlamedLine: Decodable, Sendable {
  let text: String
  let author: RecordedAuthor
}

/// The answer of `stet read --json`.
struct ReadAnswer: Decodable, Sendable {
  let path: String
  let token: String
  let content: String?
}

/// The answer of `stet status --json`.
struct StatusAnswer: Decodable, Sendable {
  let checking: Check?
  let pid: Int32?
  let state: String
  let tip: String?
  let problems: [Problem]
  let reason: String?
  let branchFollows: Bool
  let remote: Remote?
  let held: [Held]

  struct Held: Decodable, Sendable {
    let path: String
    let reason: String
  }

  struct Check: Decodable, Sendable {
    let done: Int
    let total: Int
  }

  struct Problem: Decodable, Sendable {
    let path: String
    let message: String
  }

  struct Remote: Decodable, Sendable {
    let state: String
    let message: String?
    let ahead: Int
  }
}

/// One item of `stet questions --json`.
struct OpenQuestion: Decodable, Sendable {
  let id: String
  let kind: String
  let seen: String
  let path: String?
  let answers: [Answer]

  struct Answer: Decodable, Sendable { let word: String }
}

/// One item of `stet conflicts --json`.
struct KeptConflict: Decodable, Sendable {
  let id: String
  let path: String
  let reason: String
  let base: String?
  let kept: String?
  let keptAuthor: RecordedAuthor?
  let keptMachine: String?
  let keptTime: String?
  let other: String?
  let otherAuthor: RecordedAuthor?
  let otherMachine: String?
  let otherTime: String?
  let places: [Place]

  /// A place of a text.
  struct Place: Decodable, Sendable, Equatable {
    let line: Int
    let kept: String
    let other: String
    let base: String
  }
}

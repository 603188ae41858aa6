/// Which marked files were read since they were marked. Pure.
///
/// A file may be marked again, when more is written to it: each mark knows of the reads since it was set.
struct OpenMarks<File: Hashable & Sendable>: Sendable {
  /// The evidence of reads of a marked file.
  enum Evidence: Sendable {
    /// Nobody read it, whoever wrote to it.
    case unread
    /// Another program wrote to it, and nobody had read it.
    case overwritten
    /// Somebody read it as it was marked.
    case read
    /// Somebody read it after another program had written to it: perhaps nothing of the marked content.
    case unknown
  }

  private var marks: [File: [UInt64]] = [:]
  private var found: [UInt64: Evidence] = [:]

  /// How many marks there are.
  var count: Int { found.count }

  /// Whether a file has a mark.
  func knows(_ file: File) -> Bool { marks[file] != nil }

  /// Marks a file.
  mutating func mark(_ file: File, as number: UInt64) {
    marks[file, default: []].append(number)
    found[number] = .unread
  }

  /// Notes that somebody read a file.
  mutating func noteRead(_ file: File) {
    for number in marks[file] ?? [] {
      switch found[number] {
      case .unread: found[number] = .read
      case .overwritten: found[number] = .unknown
      case .read, .unknown, nil: break
      }
    }
  }

  /// Notes that another program wrote to a file.
  mutating func noteWritten(_ file: File) {
    for number in marks[file] ?? [] where found[number] == .unread { found[number] = .overwritten }
  }

  /// Whether somebody read a file as it was marked; nil where that is not known.
  func wasRead(_ number: UInt64) -> Bool? {
    switch found[number] {
    case .unread, .overwritten: false
    case .read: true
    case .unknown, nil: nil
    }
  }

  /// Forgets all marks: nothing is known of any.
  mutating func removeAll() {
    marks = [:]
    found = [:]
  }
}

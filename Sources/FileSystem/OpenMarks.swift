/// Which marked files were read since they were marked. Pure.
///
/// A file may be marked again, when more is written to it: each mark knows of the reads since it was set.
struct OpenMarks<File: Hashable & Sendable>: Sendable {
  private var marks: [File: [UInt64]] = [:]
  private var read: [UInt64: Bool] = [:]

  /// How many marks there are.
  var count: Int { read.count }

  /// Whether a file has a mark.
  func knows(_ file: File) -> Bool { marks[file] != nil }

  /// Marks a file.
  mutating func mark(_ file: File, as number: UInt64) {
    marks[file, default: []].append(number)
    read[number] = false
  }

  /// Notes that somebody read a file.
  mutating func noteRead(_ file: File) {
    for number in marks[file] ?? [] { read[number] = true }
  }

  /// Whether a marked file was read since; nil for a mark that is not known.
  func wasRead(_ number: UInt64) -> Bool? { read[number] }

  /// Forgets all marks: nothing is known of any.
  mutating func removeAll() {
    marks = [:]
    read = [:]
  }
}

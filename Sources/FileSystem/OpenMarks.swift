/// A mark on a file whose reads by other processes are recorded (DESIGN "Stale saves").
///
/// It identifies the file itself, also after a rename. It is valid only for the tree that created it, while that
/// exists.
package struct OpenWitness: Hashable, Sendable {
  /// The number of the mark.
  let number: UInt64
}

/// The read evidence of marked files. Pure.
///
/// A file may be marked again after more is written to it: each mark covers the reads since it was set.
package struct OpenMarks<File: Hashable & Sendable>: Sendable {
  /// The evidence about a marked file.
  enum Evidence: Sendable {
    /// No process read it; it may have been written.
    case unread
    /// Another program wrote to it before any read.
    case overwritten
    /// A process read it with its content at the mark.
    case read
    /// A process read it after another program had written to it, so perhaps nothing of the marked content.
    case unknown
  }

  private var marks: [File: [UInt64]] = [:]
  private var found: [UInt64: Evidence] = [:]
  /// The processes that opened each file.
  private var openers: [File: Set<Int32>] = [:]

  package init() {}

  /// The number of marks.
  var count: Int { found.count }

  /// Returns whether a file has a mark.
  func knows(_ file: File) -> Bool { marks[file] != nil }

  /// Marks a file.
  package mutating func mark(_ file: File, as number: UInt64) {
    marks[file, default: []].append(number)
    found[number] = .unread
  }

  /// Notes that a process opened a file.
  package mutating func noteOpened(_ file: File, by process: Int32) {
    if marks[file] != nil { openers[file, default: []].insert(process) }
  }

  /// Notes that a process closed a read-only descriptor of a file.
  ///
  /// That is the only event of a program that maps the file. A child that Stet just started may hold a copy of a
  /// descriptor of Stet and close it last; it opened nothing, so it read nothing.
  package mutating func noteClosed(_ file: File, by process: Int32) {
    if openers[file]?.contains(process) == true { noteRead(file) }
  }

  /// Notes that a process read a file.
  package mutating func noteRead(_ file: File) {
    for number in marks[file] ?? [] {
      switch found[number] {
      case .unread: found[number] = .read
      case .overwritten: found[number] = .unknown
      case .read, .unknown, nil: break
      }
    }
  }

  /// Notes that another program wrote to a file.
  package mutating func noteWritten(_ file: File) {
    for number in marks[file] ?? [] where found[number] == .unread { found[number] = .overwritten }
  }

  /// Returns whether a process read a file with its content at the mark; nil if that is not known.
  package func wasRead(_ number: UInt64) -> Bool? {
    switch found[number] {
    case .unread, .overwritten: false
    case .read: true
    case .unknown, nil: nil
    }
  }

  /// Deletes all marks, so that nothing is known about any file.
  package mutating func removeAll() {
    marks = [:]
    found = [:]
    openers = [:]
  }
}

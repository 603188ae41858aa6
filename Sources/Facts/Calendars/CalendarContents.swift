/// The iCalendar files of some sources, read before libical parses them: its one thread, which all other sources need for
/// local times, never waits for a disk.
struct CalendarContents: Sendable {
  struct File: Sendable {
    /// The name below its source.
    let name: String
    /// The content.
    let bytes: [UInt8]
    /// The name of its source.
    let source: String
  }

  /// The number of sources.
  let count: Int
  /// The files in the order of the sources.
  private(set) var files: [File] = []
  /// A sentence for each source that could not be read.
  private(set) var failures: [String] = []
  /// The sentences on files that could not be read.
  private(set) var problems: [String] = []

  /// Reads the files; blocks.
  init(_ sources: [Source]) {
    count = sources.count
    for source in sources {
      guard case .path(let path) = source.place else { continue }
      var folder = CalendarFolder(path)
      do throws(SourceFault) {
        try folder.read { files.append(File(name: $0, bytes: $1, source: source.name)) }
      } catch {
        failures.append(FactLine.failed(source, error.sentence))
      }
      problems += folder.problems
    }
  }
}

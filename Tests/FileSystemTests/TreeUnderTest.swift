import FileSystem
import GitObjects
import Glibc
import Synchronization
import TestSupport

/// A tree with what other programs can do to it.
final class TreeUnderTest: Sendable {
  let tree: any FileTree
  private let folder: TemporaryFolder?
  private let simulated: SimulatedTree?

  init(_ kind: TreeKind) throws {
    if kind == .simulated {
      let clock = Mutex<Int64>(1_000_000_000)
      let simulated = SimulatedTree {
        clock.withLock { time in
          time += 1_000_000
          return time
        }
      }
      simulated.rememberReaders()
      self.simulated = simulated
      tree = simulated
      folder = nil
    } else {
      let folder = TemporaryFolder()
      tree = try DiskTree(root: folder.path, resolution: kind == .disk ? .kernel : .componentWise)
      self.folder = folder
      simulated = nil
    }
  }

  /// Makes a regular file.
  func put(_ path: String, _ text: String) throws {
    try tree.create(at(path), bytes: Array(text.utf8), permissions: 0o644, durable: false)
  }

  /// A file's text; nil if nothing is there.
  func text(_ path: String) throws -> String? {
    try tree.read(at(path), limit: 1 << 30).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Makes a FIFO.
  func makeFIFO(_ path: String) throws {
    if let simulated { return try simulated.makeSpecial(at(path)) }
    guard mkfifo(absolute(path), 0o644) == 0 else { throw Unprepared() }
  }

  /// Another program opens a file.
  func open(_ path: String, toWrite: Bool) throws -> Int {
    if let simulated {
      return try toWrite ? simulated.openForWriting(at(path)) : simulated.openForReading(at(path))
    }
    let number = Glibc.open(absolute(path), toWrite ? O_WRONLY : O_RDONLY)
    guard number >= 0 else { throw Unprepared() }
    return Int(number)
  }

  /// Another program writes through what it opened.
  func write(_ handle: Int, _ text: String) {
    if let simulated { return simulated.write(handle, bytes: Array(text.utf8)) }
    _ = Glibc.write(Int32(handle), text, text.utf8.count)
  }

  /// Another program closes what it opened.
  func close(_ handle: Int) {
    if let simulated { return simulated.close(handle) }
    _ = Glibc.close(Int32(handle))
  }

  /// Whether the disk under the tests knows who reads.
  static var remembersReaders: Bool {
    guard let under = try? TreeUnderTest(.disk), (try? under.put("file", "")) != nil, let place = try? under.at("file")
    else { return false }
    return under.tree.witness(place) != nil
  }

  /// A program of another process reads a file.
  func readElsewhere(_ path: String) throws {
    if let simulated { return simulated.close(try simulated.openForReading(at(path))) }
    try Program.run(["cat", absolute(path)]).mustSucceed()
  }

  /// A program of another process writes over a file without reading it.
  func writeElsewhere(_ path: String, _ text: String) throws {
    if let simulated { return try simulated.save(at(path), bytes: Array(text.utf8)) }
    try Program.run(["sh", "-c", "printf %s \"$1\" >\"$2\"", "sh", text, absolute(path)]).mustSucceed()
  }

  /// The place of a document.
  func at(_ path: String) throws -> FileLocation {
    path.isEmpty ? .root : try FileLocation(WorkspacePath(path))
  }

  private func absolute(_ path: String) -> String { (folder?.path ?? "") + "/" + path }

  /// A test that could not set up what it is about.
  struct Unprepared: Error {}
}

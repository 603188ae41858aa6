package import FileSystem
package import GitObjects
internal import Synchronization

/// The symbolic links of the folder, by the places to which they lead: a link is a further name of its target, and of
/// each file below it if the target is a folder.
///
/// Scans and looks at paths update it. The table by target is made again after a link changed, without the disk. Links
/// in ignored and foreign folders are not known.
package final class SymbolicLinks: Sendable {
  private struct Link {
    var inode: UInt64
    var changed: Int64
    var text: String
  }

  /// A folder or file in the workspace.
  private struct Place: Hashable {
    /// The path; nil for the root.
    var path: WorkspacePath?
  }

  private struct State {
    /// The names of the absolute path of the folder.
    var root: [Substring] = []
    var links: [WorkspacePath: Link] = [:]
    /// The links that lead to each place; nil if a link changed since.
    var byTarget: [Place: [WorkspacePath]]?
  }

  /// The greatest number of names of one file.
  private static let mostNames = 64
  /// The greatest number of links that one resolution follows, as in Linux.
  private static let mostSteps = 40

  private let state = Mutex(State())

  init() {}

  /// Creates a table of the links of a folder, which this reads.
  package convenience init(of tree: any FileTree) {
    self.init()
    _ = try? tree.walk(.root) { location, stamp in
      if stamp.kind == .symlink, let path = try? WorkspacePath(location.string) { note(path, stamp, in: tree) }
      return location.string != ".git"
    }
  }

  /// Sets the absolute path of the folder, so that absolute targets in it are known.
  package func setRoot(_ path: String) {
    state.withLock { state in
      state.root = Self.parts(path)
      state.byTarget = nil
    }
  }

  /// Takes the links of another table; those that are known here stay.
  func take(_ other: SymbolicLinks) {
    let links = other.state.withLock(\.links)
    guard !links.isEmpty else { return }
    state.withLock { state in
      state.links.merge(links) { present, _ in present }
      state.byTarget = nil
    }
  }

  /// Records the file at a path: a link, or anything else.
  package func note(_ path: WorkspacePath, _ stamp: FileStamp?, in tree: any FileTree) {
    let isKnown = state.withLock { state in
      guard let stamp, stamp.kind == .symlink else {
        if state.links.removeValue(forKey: path) != nil { state.byTarget = nil }
        return true
      }
      return state.links[path].map { $0.inode == stamp.inode && $0.changed == stamp.changed } ?? false
    }
    guard !isKnown, let content = try? tree.read(FileLocation(path), limit: 4_096), content.stamp.kind == .symlink
    else { return }
    let link = Link(
      inode: content.stamp.inode, changed: content.stamp.changed, text: NameText.decode(content.bytes))
    state.withLock { state in
      state.links[path] = link
      state.byTarget = nil
    }
  }

  /// Returns the names by which links lead to a path, also to a folder above it, as far as they were noted.
  package func names(of path: WorkspacePath) -> [String] { find(path).names }

  /// Returns the same after a check that each of these links still exists; reads the disk only if there is one.
  package func names(of path: WorkspacePath, in tree: any FileTree) -> [String] {
    var found = find(path)
    for _ in 0..<3 where !found.links.isEmpty {
      for link in found.links { look(at: link, in: tree) }
      let again = find(path)
      if again.names == found.names { break }
      found = again
    }
    return found.names
  }

  /// Records what a path has on disk.
  func look(at path: WorkspacePath, in tree: any FileTree) {
    note(path, (try? tree.stamp(of: FileLocation(path))) ?? nil, in: tree)
  }

  private func find(_ path: WorkspacePath) -> (names: [String], links: Set<WorkspacePath>) {
    state.withLock { state in
      guard !state.links.isEmpty else { return ([], []) }
      let table = state.byTarget ?? Self.table(state)
      state.byTarget = table
      var (names, links): ([WorkspacePath], Set<WorkspacePath>) = ([], [])
      var (seen, next): (Set<WorkspacePath>, Int) = ([path], 0)
      var name = path
      while true {
        var places = [Place(path: name)]
        while let parent = places.last?.path?.parent { places.append(Place(path: parent)) }
        for place in places + [Place()] {
          let rest = place.path.map { String(Substring(name.string.utf8.dropFirst($0.string.utf8.count))) }
          // Links to the path itself always count.
          for link in table[place] ?? [] where next == 0 || names.count < Self.mostNames {
            guard let found = try? WorkspacePath(link.string + (rest ?? "/" + name.string)) else { continue }
            links.insert(link)
            if seen.insert(found).inserted { names.append(found) }
          }
        }
        guard next < names.count else { break }
        name = names[next]
        next += 1
      }
      return (names.map(\.string), links)
    }
  }

  private static func table(_ state: State) -> [Place: [WorkspacePath]] {
    var table: [Place: [WorkspacePath]] = [:]
    for (path, link) in state.links {
      guard let target = target(of: path, link, in: state) else { continue }
      table[target, default: []].append(path)
    }
    return table.mapValues { $0.sorted() }
  }

  /// Returns the place to which a link leads, through other links, existing or not; nil if it leads out.
  private static func target(of path: WorkspacePath, _ link: Link, in state: State) -> Place? {
    var place = isAbsolute(link.text) ? [] : state.root + (path.parent?.components ?? [])
    var rest = Array(parts(link.text).reversed())
    var steps = 0
    while let part = rest.popLast() {
      if part.utf8.elementsEqual(".".utf8) { continue }
      if part.utf8.elementsEqual("..".utf8) {
        _ = place.popLast()
        continue
      }
      place.append(part)
      guard let here = inside(place, state)?.path, here != path, let other = state.links[here] else { continue }
      steps += 1
      guard steps < mostSteps else { return nil }
      if isAbsolute(other.text) { place = [] } else { place.removeLast() }
      rest += parts(other.text).reversed()
    }
    return inside(place, state)
  }

  /// Returns the place in the workspace that absolute names lead to; nil for one elsewhere.
  private static func inside(_ names: [Substring], _ state: State) -> Place? {
    guard names.count >= state.root.count, zip(names, state.root).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    let rest = names.dropFirst(state.root.count)
    return rest.isEmpty ? Place() : (try? WorkspacePath(rest.joined(separator: "/"))).map { Place(path: $0) }
  }

  private static func isAbsolute(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "/") }

  private static func parts(_ path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }
}

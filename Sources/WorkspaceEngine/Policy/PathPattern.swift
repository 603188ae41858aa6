/// A pattern of paths: `*` stands for any part of a name, `**` for any number of folders, none included.
struct PathPattern: Hashable, Sendable {
  private let parts: [[UInt8]]

  /// Takes a pattern such as `Research/**/*.md`.
  init(_ text: String) {
    parts = text.split(separator: "/").map { Array($0.utf8) }
  }

  /// Whether a path is of the pattern.
  func matches(_ path: String) -> Bool {
    Self.matches(parts[...], path.split(separator: "/").map { Array($0.utf8) }[...])
  }

  private static func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == Array("**".utf8) {
      return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let name = path.first, matchesName(first[...], name[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Matches one name; goes back to the last star only, so that no pattern takes more than quadratic time.
  private static func matchesName(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var p = pattern.startIndex
    var n = name.startIndex
    var star: (pattern: Int, name: Int)?
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        star = (p, n)
        p += 1
      } else if p < pattern.endIndex, pattern[p] == name[n] || pattern[p] == UInt8(ascii: "?") {
        p += 1
        n += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        p = last.pattern + 1
        n = last.name + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

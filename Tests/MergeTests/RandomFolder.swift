/// A folder of random files, and random changes to it.
struct RandomFolder {
  /// Texts by path, in the form that `TestStore.tree` reads.
  private(set) var files: [String: String] = [:]

  init(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...10, using: &random) {
      put(Self.path(&random), Self.content(&random))
    }
  }

  /// The files in order of path.
  var sorted: [(path: String, text: String)] {
    files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }

  /// Makes one change of a random kind.
  mutating func change(_ random: inout SeededGenerator) {
    let victim = sorted.randomElement(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: put(Self.path(&random), Self.content(&random))
    case 1: if let victim { files[victim.path] = nil }
    case 2:
      if let victim {
        files[victim.path] = nil
        put(Self.path(&random), victim.text)
      }
    case 3: if let victim { put(victim.path + "/" + Self.name(&random), Self.content(&random)) }
    case 4: if let victim, let slash = victim.path.firstIndex(of: "/") { put(String(victim.path[..<slash]), "file\n") }
    case 5: if let victim { files[victim.path] = ">" + Self.name(&random) }
    case 6:
      if let victim { files[victim.path] = victim.text.hasPrefix("!") ? Self.content(&random) : "!" + victim.text }
    default: if let victim { files[victim.path] = Self.edited(victim.text, &random) }
    }
  }

  /// Puts a file; what stands in its way goes.
  private mutating func put(_ path: String, _ text: String) {
    files = files.filter { !$0.key.hasPrefix(path + "/") && !path.hasPrefix($0.key + "/") }
    files[path] = text
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    ["a", "b", "c", "a.b", "é", "B"].randomElement(using: &random) ?? "a"
  }

  private static func path(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in name(&random) }.joined(separator: "/")
  }

  private static func content(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in "\(Int.random(in: 0..<100_000, using: &random))\n" }.joined()
  }

  private static func edited(_ text: String, _ random: inout SeededGenerator) -> String {
    if text.hasPrefix(">") { return ">" + name(&random) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = Int.random(in: 0..<lines.count, using: &random)
    let mark = lines[line].hasPrefix("!") ? "!" : ""
    lines[line] = mark + "\(Int.random(in: 0..<100_000, using: &random))"
    return lines.joined(separator: "\n")
  }
}

import Documents
import GitObjects
import TestSupport

/// A folder of random files, and random changes to it.
struct RandomFolder: CustomStringConvertible {
  /// Texts by path, in the form that `TestStore.tree` reads.
  private var files: [NameKey: String] = [:]

  init(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...10, using: &random) {
      put(Self.path(&random), Self.content(&random))
    }
  }

  /// The files in order of path.
  var sorted: [(path: String, text: String)] {
    files.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
      .map { (String($0.key.text), $0.value) }
  }

  var description: String { "\(sorted.map { "\($0.path)=\($0.text)" })" }

  /// The text at a path; nil where there is no file.
  subscript(path: String) -> String? {
    get { files[NameKey(path)] }
    set { if let newValue { put(path, newValue) } else { files[NameKey(path)] = nil } }
  }

  /// Takes over what a tree holds, in the form in which `TestStore.files` names it.
  init(_ listed: [String]) {
    for line in listed {
      guard let mark = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      files[NameKey(line[..<mark])] = String(line[line.utf8.index(after: mark)...])
    }
  }

  /// Makes one change of a random kind; answers the renames that somebody who watched saw.
  @discardableResult
  mutating func change(_ random: inout SeededGenerator) -> [PathRename] {
    var renames: [PathRename] = []
    let victim = sorted.randomElement(using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0: put(Self.path(&random), Self.content(&random))
    case 1: if let victim { files[NameKey(victim.path)] = nil }
    case 2:
      if let victim {
        let target = Self.path(&random)
        files[NameKey(victim.path)] = nil
        put(target, victim.text)
        renames = [PathRename(from: victim.path, to: target)]
      }
    case 3: if let victim { put(victim.path + "/" + Self.name(&random), Self.content(&random)) }
    case 4: if let folder = folder(&random) { put(folder, "file\n") }
    case 5: if let victim { files[NameKey(victim.path)] = ">" + Self.name(&random) }
    case 6:
      if let victim {
        files[NameKey(victim.path)] = victim.text.hasPrefix("!") ? Self.content(&random) : "!" + victim.text
      }
    case 7:
      if let victim {
        let target = Self.path(&random)
        files[NameKey(victim.path)] = nil
        put(target, Self.edited(victim.text, &random))
        renames = [PathRename(from: victim.path, to: target)]
      }
    case 8:
      if let folder = folder(&random) {
        let target = Self.path(&random)
        rename(folder, to: target)
        renames = [PathRename(from: folder, to: target)]
      }
    case 9:
      if let victim, let other = sorted.randomElement(using: &random) {
        files[NameKey(victim.path)] = other.text
        files[NameKey(other.path)] = victim.text
      }
    default: if let victim { files[NameKey(victim.path)] = Self.edited(victim.text, &random) }
    }
    return renames
  }

  /// A folder that is there.
  private func folder(_ random: inout SeededGenerator) -> String? {
    let folders = sorted.compactMap { file -> String? in
      file.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file.path[..<$0]) }
    }
    return folders.randomElement(using: &random)
  }

  /// Moves all that is below a folder.
  private mutating func rename(_ folder: String, to target: String) {
    let below = sorted.filter { $0.path.utf8.starts(with: (folder + "/").utf8) }
    for file in below { files[NameKey(file.path)] = nil }
    for file in below {
      put(target + String(Substring(file.path.utf8.dropFirst(folder.utf8.count))), file.text)
    }
  }

  /// Puts a file; what is in its way goes.
  private mutating func put(_ path: String, _ text: String) {
    files = files.filter { file in
      let other = file.key.text.utf8
      return !other.starts(with: (path + "/").utf8) && !path.utf8.starts(with: Array(other) + [UInt8(ascii: "/")])
    }
    files[NameKey(path)] = text
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    ["a", "b", "c", "a.b", "\u{E9}", "e\u{301}", "B"].randomElement(using: &random) ?? "a"
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

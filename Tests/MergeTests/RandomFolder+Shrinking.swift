extension RandomFolder {
  /// Folders with a file or a line less: the likeliest first.
  var smaller: [RandomFolder] {
    var folders: [RandomFolder] = []
    for (path, _) in sorted {
      var smaller = self
      smaller[path] = nil
      folders.append(smaller)
    }
    for line in lines { folders.append(without(line)) }
    return folders
  }

  /// The lines of all files, each once.
  var lines: [Substring] {
    var seen: Set<Substring> = []
    return sorted.flatMap { Self.lines($0.text) }.filter { seen.insert($0).inserted }
  }

  /// The folder without a line, in whatever files it is.
  func without(_ line: Substring) -> RandomFolder {
    var smaller = self
    for (path, text) in sorted where Self.lines(text).contains(line) {
      smaller[path] = Self.lines(text).filter { $0 != line }.joined()
    }
    return smaller
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[...end])
      rest = rest[rest.utf8.index(after: end)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }
}

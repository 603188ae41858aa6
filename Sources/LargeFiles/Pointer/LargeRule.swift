package import GitObjects

/// The rule that decides which files are recorded as pointers; the decision for a path is kept.
package struct LargeRule: Hashable, Sendable {
  /// The `filter` attribute of a path in `.gitattributes`.
  package enum Filter: Hashable, Sendable {
    /// `filter=lfs`.
    case lfs
    /// No filter is specified.
    case unspecified
    /// `-filter`: the file is to be stored as it is.
    case refused
    /// Another filter; such a path is held for that reason (review A4).
    case other
  }

  /// The tip's entry at a path.
  package enum Recorded: Hashable, Sendable {
    /// There is none.
    case absent
    /// The content itself.
    case plain
    case pointer
  }

  /// The decision for a file.
  package enum Verdict: Hashable, Sendable {
    /// Its content is recorded.
    case plain
    /// A pointer is recorded. `needsAttribute` requires a line in `.gitattributes`; without it stock git-lfs would
    /// leave the pointer's text in the folder.
    case pointer(needsAttribute: Bool)
  }

  /// The size in bytes from which a file is large.
  package var threshold: Int

  /// 10 MB; public hosts warn of files from five times that size on.
  package static let standard = LargeRule(threshold: 10_000_000)

  package init(threshold: Int) { self.threshold = max(1, threshold) }

  /// Returns the decision for a file.
  ///
  /// A path with a pointer keeps it however small the file becomes. A path recorded as plain changes only if the file
  /// exceeds the threshold or gets the attribute; otherwise each save near the limit would change its kind. An empty
  /// file has no pointer (git-lfs writes none).
  package func verdict(size: Int, filter: Filter, recorded: Recorded) -> Verdict {
    if size == 0 { return .plain }
    switch filter {
    case .lfs: return .pointer(needsAttribute: false)
    case .refused, .other: return .plain
    case .unspecified: return size >= threshold || recorded == .pointer ? .pointer(needsAttribute: true) : .plain
    }
  }

  /// Returns whether the text of a path in the tree is the placeholder of a content stored elsewhere.
  ///
  /// The attribute must say so, as with stock git-lfs: a pointer's text in a document about pointers is plain text
  /// (reliability 112).
  package static func isPlaceholder(_ reading: PointerReading, filter: Filter) -> Bool {
    filter == .lfs && reading.pointer != nil
  }
}

/// The line of `.gitattributes` that marks a path as large for stock git and git-lfs, too.
package enum AttributeLine {
  /// Returns the line for one file without its newline.
  ///
  /// Sets and classes take the place of blanks and of letters with a meaning. libgit2 reads no pattern in quotes, and
  /// removes the backslashes of a pattern before it matches.
  package static func line(for path: WorkspacePath) -> [UInt8] {
    var pattern: [UInt8] = [UInt8(ascii: "/")]
    for byte in NameText.encode(path.string) {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["):
        pattern += [UInt8(ascii: "["), byte, UInt8(ascii: "]")]
      case UInt8(ascii: "\\"): pattern += Array(#"[\\\\]"#.utf8)
      // Blank, tab, the line ends, vertical tab and form feed.
      case UInt8(ascii: " "), 9...13: pattern += Array("[[:space:]]".utf8)
      default: pattern.append(byte)
      }
    }
    return pattern + Array(" filter=lfs diff=lfs merge=lfs -text".utf8)
  }

  /// Returns the text with the lines of these paths appended; the same text if all of them are in it.
  package static func adding(_ paths: [WorkspacePath], to text: [UInt8]) -> [UInt8] {
    var present = Set(
      text.split(separator: UInt8(ascii: "\n")).map { line in
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      })
    let end = text.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    let newline = Array((end ? "\r\n" : "\n").utf8)
    var result = text
    for line in paths.map({ line(for: $0) }) where present.insert(line).inserted {
      if let last = result.last, last != UInt8(ascii: "\n") { result += newline }
      result += line + newline
    }
    return result
  }
}

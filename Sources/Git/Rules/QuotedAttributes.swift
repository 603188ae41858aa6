internal import GitObjects
internal import Values

/// The lines of attribute files whose pattern is in quotes (gitattributes(5)), which libgit2 does not read.
///
/// They are stronger here than all lines without quotes, whatever their order; but a filter that Stet does not run is
/// not overlooked, whichever line names it.
struct QuotedAttributes {
  /// The value of an attribute in a line.
  enum Value: Hashable {
    /// `name=text`.
    case text(String)
    /// `name`.
    case set
    /// `-name`.
    case unset
    /// `!name`.
    case unspecified
  }

  private struct Line {
    var pattern: PathGlob
    var values: [String: Value]
  }

  private let directory: GitDirectory
  /// The lines of each folder's file that was read, by folder; "" is the root.
  private var lines: [NameKey: [Line]] = [:]
  /// The lines of `.git/info/attributes`; nil if it was not read.
  private var info: [Line]?

  /// Reads the attribute files of a work tree as they are needed.
  init(root: String) { directory = GitDirectory(path: root) }

  /// Reads changed files again.
  mutating func reload() { (lines, info) = ([:], nil) }

  /// Returns the value of an attribute for a path; nil if no line names it. The last line of the nearest file decides.
  ///
  /// - Parameters:
  ///   - missing: the files that the work tree had.
  ///   - content: returns the content of such a file.
  mutating func value(
    of attribute: String, at path: WorkspacePath, _ missing: inout MissingAttributes, content: (ObjectID) -> [UInt8]?
  ) -> Value? {
    func read(_ name: String) -> [Line] {
      let text = (try? directory.read(name)) ?? missing.id(of: name).flatMap(content)
      return Self.lines(text ?? [])
    }
    if info == nil { info = read(".git/info/attributes") }
    if let found = Self.value(of: attribute, at: path.string, in: info ?? []) { return found }
    var folder = path.parent
    while true {
      let name = folder?.string ?? ""
      let known = lines[NameKey(name)] ?? read(name.isEmpty ? ".gitattributes" : name + "/.gitattributes")
      lines[NameKey(name)] = known
      // By bytes: a character may extend over the slash that ends the folder's name.
      let rest =
        name.isEmpty ? path.string : String(decoding: path.string.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
      if let found = Self.value(of: attribute, at: rest, in: known) { return found }
      guard let current = folder else { return nil }
      folder = current.parent
    }
  }

  private static func value(of attribute: String, at path: String, in lines: [Line]) -> Value? {
    lines.last { $0.values[attribute] != nil && $0.pattern.matches(path) }?.values[attribute]
  }

  /// Returns the lines of a file that begin with a quote.
  private static func lines(_ text: [UInt8]) -> [Line] {
    guard text.contains(UInt8(ascii: "\"")) else { return [] }
    return text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).compactMap(line)
  }

  private static func line(_ raw: ArraySlice<UInt8>) -> Line? {
    let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let text = raw.drop(while: blanks.contains)
    guard let (pattern, rest) = unquoted(text), let glob = Self.glob(pattern) else { return nil }
    var values: [String: Value] = [:]
    for word in rest.split(whereSeparator: blanks.contains) {
      let text = String(decoding: word, as: UTF8.self)
      if text.hasPrefix("-") {
        values[String(text.dropFirst())] = .unset
      } else if text.hasPrefix("!") {
        values[String(text.dropFirst())] = .unspecified
      } else if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = .text(String(text[text.index(after: equals)...]))
      } else {
        values[text] = .set
      }
    }
    return Line(pattern: glob, values: values)
  }

  /// Returns the pattern's glob; nil for one of folders, which gitattributes(5) gives no meaning.
  private static func glob(_ pattern: [UInt8]) -> PathGlob? {
    let text = NameText.decode(pattern)
    guard !text.isEmpty, pattern.last != UInt8(ascii: "/") else { return nil }
    // Without a slash it is a name in any folder.
    return PathGlob(pattern.contains(UInt8(ascii: "/")) ? text : "**/" + text, .git, letter: .byte)
  }

  /// Returns the text of a string in quotes at the beginning, in the form of C, and the rest behind it.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> (text: [UInt8], rest: ArraySlice<UInt8>)? {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    let letters: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
      UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "\""): UInt8(ascii: "\""),
    ]
    var (result, rest) = ([UInt8](), text.dropFirst())
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return (result, rest) }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      if (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(escaped) {
        let digits = [escaped] + rest.prefix(2)
        guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
          return nil
        }
        result.append(digits.reduce(0) { $0 << 3 | ($1 & 7) })
        rest = rest.dropFirst(2)
      } else {
        guard let letter = letters[escaped] else { return nil }
        result.append(letter)
      }
    }
    return nil
  }
}

/// The name patterns of an agent's own search tool, as far as they limit the searched files. Pure.
///
/// The tool's syntax is known only roughly. In case of doubt, a file counts as searched: patterns that exclude files
/// limit nothing, and a pattern of unknown syntax matches every file.
package struct SearchGlobs: Sendable {
  /// The largest number of patterns without braces that one pattern may have; `PathGlob` expands that many.
  private static let mostAlternatives = 64
  /// The largest number of patterns.
  private static let mostPatterns = 40

  /// The patterns; nil if every file is searched.
  private let patterns: [PathGlob]?

  /// Parses the patterns of a search.
  ///
  /// - Parameters:
  ///   - text: the patterns; nil for a search without any.
  ///   - root: the workspace's folder, whose path may be in front of a pattern.
  ///   - isList: whether the text is a list of patterns, separated by blanks and by commas outside braces.
  package init(_ text: String?, root: String, isList: Bool) {
    guard let text else {
      patterns = nil
      return
    }
    var texts = isList ? Self.parts(of: text) : []
    // A name may contain the separators.
    if !texts.contains(text) { texts.append(text) }
    texts.removeAll { $0.hasPrefix("!") }
    guard !texts.isEmpty, texts.count <= Self.mostPatterns else {
      patterns = nil
      return
    }
    var known: [PathGlob] = []
    for text in texts {
      guard let pattern = Self.pattern(text, root: root) else {
        patterns = nil
        return
      }
      known.append(pattern)
    }
    patterns = known
  }

  /// Returns whether the search reads a file.
  ///
  /// - Parameter path: the file's path from the workspace's root.
  package func includes(_ path: String) -> Bool { patterns?.contains { $0.matches(path) } ?? true }

  /// Returns the folder and the rest of a pattern that is absolute or leads out of the searched folder; nil for any
  /// other. The folder is absolute, or relative to the searched one; nil for the searched one itself.
  package static func placed(_ pattern: String) -> (folder: String?, rest: String)? {
    let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let isAbsolute = pattern.hasPrefix("/")
    guard isAbsolute || names.contains("..") else { return nil }
    let fixed = names.dropLast().prefix { !$0.contains(where: { "*?[{\\".contains($0) }) }
    let folder = fixed.joined(separator: "/")
    let rest = names.dropFirst(fixed.count).joined(separator: "/")
    if isAbsolute { return (folder.isEmpty ? "/" : folder, rest) }
    return (folder.isEmpty ? nil : folder, rest)
  }

  /// Returns the pattern that a search from above a workspace has in it; nil for all files.
  ///
  /// A pattern with further slashes may name the folders above the workspace.
  package static func below(_ pattern: String?) -> String? {
    guard var rest = pattern?[...] else { return nil }
    while rest.hasPrefix("**/") { rest = rest.dropFirst(3) }
    return rest.contains("/") ? nil : String(rest)
  }

  /// Returns whether a pattern has a part that names the folder `.git`, which searches leave out otherwise.
  package static func namesRepository(_ pattern: String?) -> Bool {
    guard let pattern else { return false }
    let parts = pattern.lowercased().split { "/,{} ".contains($0) }
    return parts.contains { part in
      let isGeneral = !part.hasPrefix(".") && !part.contains(where: \.isLetter)
      return !isGeneral && PathGlob(String(part), .editor).matches(".git")
    }
  }

  /// Returns the parts of a list.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      var part = ""
      var depth = 0
      for letter in word {
        if letter == "{" { depth += 1 }
        if letter == "}" { depth -= 1 }
        if letter == ",", depth <= 0 {
          parts.append(part)
          part = ""
        } else {
          part.append(letter)
        }
      }
      parts.append(part)
    }
    return parts.filter { !$0.isEmpty }
  }

  /// Returns a pattern of paths from the workspace's root; nil if its syntax is unknown.
  ///
  /// A tool counts a pattern with a slash from the searched folder or from its working folder. Both may be any folder
  /// of the workspace, so the pattern counts from every folder.
  private static func pattern(_ text: String, root: String) -> PathGlob? {
    let isInside = text.utf8.starts(with: (root + "/").utf8)
    let inside = isInside ? String(Substring(text.utf8.dropFirst(root.utf8.count))) : text
    let names = inside.split(separator: "/").filter { $0 != "." }
    guard !names.isEmpty, !names.contains(".."), isKnown(inside), names.allSatisfy(hasClosedSets) else { return nil }
    // For some tools `?` is one byte, for others one character; `*` includes both.
    let wide = names.map { String($0.map { $0 == "?" ? "*" : $0 }) }
    return PathGlob("**/" + wide.joined(separator: "/"), .editor)
  }

  /// Returns whether `PathGlob` has the pattern's syntax of escapes and braces.
  private static func isKnown(_ text: String) -> Bool {
    guard !text.contains("\\") else { return false }
    let hasSets = text.contains("[")
    if hasSets, !text.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    var alternatives = 1
    var choices: Int?
    var before: Character = "/"
    for letter in text {
      switch letter {
      case "{":
        guard choices == nil, !hasSets else { return false }
        choices = 1
      case "}":
        // Braces around a single choice are braces for some tools and letters for others.
        guard let count = choices, count > 1 else { return false }
        alternatives *= count
        guard alternatives <= mostAlternatives else { return false }
        choices = nil
      case ",": if let count = choices { choices = count + 1 }
      // A choice that is absolute, or counts from the folder.
      case "/" where choices != nil && (before == "{" || before == "," || before == "."): return false
      default: break
      }
      before = letter
    }
    return choices == nil
  }

  /// Returns whether every set of letters in a name has its closing bracket.
  private static func hasClosedSets(_ name: Substring) -> Bool {
    var rest = name
    while let open = rest.firstIndex(of: "[") {
      rest = rest[open...].dropFirst()
      if rest.first == "!" || rest.first == "^" { rest = rest.dropFirst() }
      // A closing bracket in the first place is a letter.
      guard let close = rest.dropFirst().firstIndex(of: "]") else { return false }
      // A class such as `[[:alpha:]]`.
      guard !rest[..<close].contains("[") else { return false }
      rest = rest[close...].dropFirst()
    }
    return true
  }
}

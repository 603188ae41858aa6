internal import GitObjects

/// The interpretation of paths in a tool's arguments: absolute inside the workspace, with `~`, or relative to it.
package struct AgentPaths: Hashable, Sendable {
  /// The workspace's folder, absolute and without symbolic links.
  package let root: String
  /// Other names of that folder, such as one through a symbolic link.
  private let names: [String]
  private let home: String?

  /// Creates paths below a root; `names` are other absolute names of it, `home` is the replacement for `~`.
  package init(root: String, names: [String] = [], home: String? = nil) {
    self.root = root
    self.names = ([root] + names).filter { $0.hasPrefix("/") }
    self.home = home
  }

  /// Returns the path from the root; nil for the root itself.
  ///
  /// - Throws: `ToolFailure` for a path outside, and for a name that no document can have.
  package func path(_ text: String) throws(ToolFailure) -> String? {
    guard !text.utf8.contains(0) else { throw ToolFailure("Invalid path: it holds a NUL byte.") }
    var whole = text
    if text == "~" || text.hasPrefix("~/") {
      guard let home else { throw denied(text) }
      whole = home + text.dropFirst()
    }
    var parts: [Substring] = []
    for part in Self.parts(whole) where part != "." {
      if part == ".." {
        // The parts of an absolute path above the workspace are checked below.
        guard parts.popLast() != nil else { throw denied(text) }
      } else {
        parts.append(part)
      }
    }
    if whole.utf8.first == UInt8(ascii: "/") { parts = try below(parts, text) }
    guard !parts.isEmpty else { return nil }
    do throws(WorkspacePathError) { return try WorkspacePath(parts.joined(separator: "/")).string } catch {
      throw ToolFailure("Access denied - \(ModelText.sentence(error.description))")
    }
  }

  /// Returns the path of a file or folder other than the workspace itself.
  package func document(_ text: String) throws(ToolFailure) -> String {
    guard let path = try path(text) else {
      throw ToolFailure("\(ModelText.argument(text)) is the workspace itself; name a file or folder in it.")
    }
    return path
  }

  /// Returns the absolute path.
  package func absolute(_ path: String?) -> String {
    guard let path, !path.isEmpty else { return root }
    return root == "/" ? "/" + path : root + "/" + path
  }

  private func below(_ parts: [Substring], _ text: String) throws(ToolFailure) -> [Substring] {
    for name in names {
      let above = Self.parts(name)
      guard parts.count >= above.count else { continue }
      if zip(parts, above).allSatisfy({ $0.0.utf8.elementsEqual($0.1.utf8) }) { return Array(parts[above.count...]) }
    }
    throw denied(text)
  }

  private static func parts(_ text: String) -> [Substring] {
    // By bytes: a combining mark after a slash makes it part of another Character.
    text.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  private func denied(_ text: String) -> ToolFailure {
    ToolFailure("Access denied - path outside allowed directories: \(ModelText.argument(text)) not in \(root)")
  }
}

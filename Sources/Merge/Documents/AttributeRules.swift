internal import GitObjects
internal import Values

/// The merge rules of the `.gitattributes` at a workspace's root; the last matching line decides, as in git.
///
/// The files of that name in folders are not read. The feed (`Feed/*.jsonl`) merges by record if no line matches it,
/// because a workspace may be older than the feed.
package struct AttributeRules {
  private static let feed = PathGlob("Feed/*.jsonl", .git, letter: .byte)

  private var rules: [(pattern: PathGlob, driver: MergeDriver)] = []
  private var keys: [(pattern: PathGlob, key: String?)] = []

  /// Reads the file's text; skips lines without a merge rule and quoted patterns.
  package init(_ text: [UInt8]) {
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
        .map { String(decoding: $0, as: UTF8.self) }
      guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix("\""), !first.hasPrefix("!"),
        let pattern = Self.pattern(first)
      else { continue }
      for word in words.dropFirst() {
        if let driver = Self.driver(word) { rules.append((pattern, driver)) }
        if word.hasPrefix("stet-key=") { keys.append((pattern, String(word.dropFirst("stet-key=".count)))) }
        if word == "-stet-key" || word == "!stet-key" { keys.append((pattern, nil)) }
      }
    }
  }

  /// Returns the paths that the pattern of a line stands for; nil where it is none of a file.
  private static func pattern(_ text: String) -> PathGlob? {
    guard !text.isEmpty, text.utf8.last != UInt8(ascii: "/") else { return nil }
    // Without a slash it is a name in any folder.
    return PathGlob(text.utf8.contains(UInt8(ascii: "/")) ? text : "**/" + text, .git, letter: .byte)
  }

  private static func driver(_ word: String) -> MergeDriver? {
    switch word {
    case "merge=union": .union
    case "merge=stet-records": .records(key: "id")
    case "-merge", "merge=binary", "merge=lfs", "binary": .binary
    case "merge", "!merge": .text
    default: word.hasPrefix("merge=") ? .text : nil
    }
  }

  /// Returns the merge driver of a file.
  package func driver(_ path: String) -> MergeDriver {
    let usual: MergeDriver = Self.feed.matches(path) ? .records(key: "id") : .text
    let driver = rules.last { $0.pattern.matches(path) }?.driver ?? usual
    guard case .records(let key) = driver else { return driver }
    let named = keys.last { $0.pattern.matches(path) }?.key ?? key
    return .records(key: named.isEmpty ? key : named)
  }

  /// The greatest size in bytes of a `.gitattributes` that is read: each path of a merge is compared with every rule.
  private static let largest = 1 << 20

  /// Returns the rules after a merge of the sides' own `.gitattributes`; swapped sides have the same result.
  static func merged(
    base: ObjectID?, ours: SideVersion, theirs: SideVersion, in store: any ObjectStore
  ) throws(ObjectStoreError) -> AttributeRules {
    let name = ".gitattributes"
    let old = try text(name, of: base, in: store)
    let our = try text(name, of: ours.tree, in: store)
    let their = try text(name, of: theirs.tree, in: store)
    return AttributeRules(TextMerge.union(base: old, ours: our, theirs: their))
  }

  /// Returns the rules of a tree.
  static func rules(in tree: ObjectID, _ store: any ObjectStore) throws(ObjectStoreError) -> AttributeRules {
    AttributeRules(try text(".gitattributes", of: tree, in: store))
  }

  private static func text(
    _ name: String, of tree: ObjectID?, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [UInt8] {
    guard let tree, let entry = try store.entry(name, of: tree), entry.mode.isFile else { return [] }
    return try store.blob(entry.id, ofAtMost: largest) ?? []
  }
}

/// The way in which two versions of a file's content are merged.
package enum MergeDriver: Hashable, Sendable {
  /// By the file's kind; in overlaps one side's text is kept.
  case text
  /// The lines of both sides are kept (`merge=union`).
  case union
  /// By record, then by field (`merge=stet-records`); the key field of a record is `stet-key`, else `id`.
  case records(key: String)
  /// Whole versions, never mixed (`-merge`, `binary`).
  case binary

  /// Returns this driver, or `union` for a `.gitattributes` file without a rule of its own: machines that each record a
  /// large file each append a line, and both lines must be kept.
  func of(_ path: String) -> MergeDriver {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return self == .text && name.elementsEqual(".gitattributes".utf8) ? .union : self
  }
}

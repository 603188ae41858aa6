internal import GitObjects
internal import Values

/// The ignore files of a work tree, for a quick check whether a path may be ignored at all.
///
/// libgit2 examines the files of all folders of a path and matches each of their patterns at each query. In the usual
/// case no pattern can match any name of the path: the answer then takes only one `lstat` for each file.
struct IgnoreFiles {
  /// The files, with the names that their patterns may match; nil if that is not certain.
  private var files: RuleFiles<[IgnoredName]?>
  /// Whether the configuration names a further file (`core.excludesFile`); nil if it was not read.
  private var hasFurther: Bool?
  /// Whether there are rules beside the files.
  var hasRules = false
  /// The patterns by folder, while answers are kept; nil for a folder that only libgit2 can answer.
  private var answers: [NameKey: [IgnoredName]?]?

  /// Reads the ignore files of a work tree as they are needed.
  init(root: String) { files = RuleFiles(root: root, parse: IgnoredName.list) }

  /// Reads the configuration again, and files that changed within the clock's granularity.
  mutating func reload() {
    files.reload()
    hasFurther = nil
    if answers != nil { answers = [:] }
  }

  /// Begins to answer once for each folder, or ends it.
  mutating func keepAnswers(_ keeps: Bool) { answers = keeps ? [:] : nil }

  /// Returns whether a pattern of the files that apply to a path may match it, or a folder of it; false only if none
  /// does.
  ///
  /// - Parameter names: returns whether the configuration names a further file.
  mutating func mayIgnore(_ path: WorkspacePath, further names: () -> Bool) -> Bool {
    let further = hasFurther ?? names()
    hasFurther = further
    if further || hasRules || NameText.isEscaped(path.string) { return true }
    let folder = path.parent
    let key = NameKey(folder?.string ?? "")
    let found = answers?[key] ?? patterns(in: folder)
    answers?[key] = .some(found)
    guard let found else { return true }
    if found.isEmpty { return false }
    let text = path.string.utf8.map(IgnoredName.folded)
    return text.withUnsafeBufferPointer { text in
      text.split(separator: UInt8(ascii: "/")).contains { name in
        let name = UnsafeBufferPointer(rebasing: name)
        return found.contains { $0.mayMatch(name) }
      }
    }
  }

  /// Returns the patterns of all files for a folder; nil if one is not understood.
  private mutating func patterns(in folder: WorkspacePath?) -> [IgnoredName]? {
    var found: [IgnoredName] = []
    var names = [".git/info/exclude", ".gitignore"]
    var folder = folder
    while let current = folder {
      names.append(current.string + "/.gitignore")
      folder = current.parent
    }
    for name in names {
      switch files.read(name) {
      case .missing: continue
      case .rules(let patterns?): found += patterns
      case .rules(nil), .unclear: return nil
      }
    }
    return found
  }
}

/// The beginning and the end that a name must have so that an ignore pattern may match it, in lower case.
struct IgnoredName: Hashable {
  private let start: [UInt8]
  private let end: [UInt8]
  /// Whether the pattern is the name itself.
  private let isWhole: Bool

  /// Returns whether the pattern may match a folded name.
  func mayMatch(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isWhole ? name.count == start.count : name.count >= start.count + end.count else { return false }
    return name.starts(with: start) && name.suffix(end.count).elementsEqual(end)
  }

  /// Folds a byte: git may compare names without case.
  static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Returns the names of the patterns of an ignore file; nil if a line has a form that is read differently by
  /// different programs.
  static func list(of file: [UInt8]) -> [IgnoredName]? {
    // A byte order mark, or a zero byte.
    if file.starts(with: ByteOrderMark.bytes) || file.contains(0) { return nil }
    var names: [IgnoredName] = []
    for var line in file.split(separator: UInt8(ascii: "\n")) {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let first = line.first, let last = line.last, first != UInt8(ascii: "#") else { continue }
      let blanks: Set<UInt8> = [0x20, 0x09, 0x0B, 0x0C, 0x0D]
      if blanks.contains(first) || blanks.contains(last) { return nil }
      // An exception only takes paths off.
      if first == UInt8(ascii: "!") { continue }
      while line.last == UInt8(ascii: "/") { line.removeLast() }
      // A class of letters may contain the separator.
      if let start = line.firstIndex(of: UInt8(ascii: "[")), line[start...].contains(UInt8(ascii: "/")) { return nil }
      // A path matches only if its last name, or that of a folder of it, matches the pattern's last one.
      guard let name = line.split(separator: UInt8(ascii: "/")).last else { return nil }
      names.append(IgnoredName(pattern: name))
    }
    return names
  }

  private init(pattern: ArraySlice<UInt8>) {
    let special: Set<UInt8> = [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]")]
    var start: [UInt8] = []
    var rest = pattern
    while let byte = rest.first, !special.contains(byte) {
      rest.removeFirst()
      if byte == UInt8(ascii: "\\") {
        // The next byte stands for itself.
        guard let escaped = rest.popFirst() else { break }
        start.append(Self.folded(escaped))
      } else {
        start.append(Self.folded(byte))
      }
    }
    self.start = start
    isWhole = rest.isEmpty
    let tail = rest.reversed().prefix { !special.contains($0) }.reversed()
    end = tail.contains(UInt8(ascii: "\\")) ? [] : tail.map(Self.folded)
  }
}

internal import GitObjects

/// The attribute files of a work tree, which tell whether a path may have a filter at all.
///
/// libgit2 resolves all folders of a path and examines every file several times at each question. A path without a line
/// about filters, the usual case, is answered here with one `lstat` for each file.
struct AttributeFiles {
  /// The files, with whether each may name a filter.
  private var files: RuleFiles<Bool>
  /// Whether the configuration names a further file (`core.attributesFile`); nil if it was not read.
  private var hasFurther: Bool?
  /// The answers by folder, while they are kept.
  private var answers: [String: Bool]?

  /// Reads the attribute files of a work tree as they are needed.
  init(root: String) {
    files = RuleFiles(root: root) { content in
      let text = String(decoding: content, as: UTF8.self)
      // A macro of libgit2 and git may contain a filter.
      return text.contains("filter") || text.contains("[attr]")
    }
  }

  /// Reads the configuration again, and files that changed within the clock's granularity.
  mutating func reload() {
    files.reload()
    hasFurther = nil
    if answers != nil { answers = [:] }
  }

  /// Begins to answer once for each folder, or ends it.
  mutating func keepAnswers(_ keeps: Bool) { answers = keeps ? [:] : nil }

  /// Returns whether a line of the files that apply to a path may give it a filter; false only if none does.
  ///
  /// - Parameters:
  ///   - names: returns whether the configuration names a further file.
  ///   - missing: the files that the work tree had, each of which is looked up for every path below it.
  ///   - content: returns the content of such a file.
  mutating func mayHaveFilter(
    _ path: WorkspacePath, further names: () -> Bool, _ missing: inout MissingAttributes,
    content: (ObjectID) -> [UInt8]?
  ) -> Bool {
    let further = hasFurther ?? names()
    hasFurther = further
    // The stat below is by the text of a name, which is not that of an escaped one.
    if NameText.isEscaped(path.string) { return true }
    var mayHave = mayName(".git/info/attributes", &missing, content) || further
    var folder = path.parent
    if further || NameText.isEscaped(path.string) { return true }
    let folder = path.parent
    let key = folder?.string ?? ""
    if let answer = answers?[key] { return answer }
    let answer = mayNameFilter(in: folder)
    answers?[key] = answer
    return answer
  }

  private mutating func mayNameFilter(in folder: WorkspacePath?) -> Bool {
    if mayName(".git/info/attributes") { return true }
    var folder = folder
    while let current = folder {
      mayHave = mayName(current.string + "/.gitattributes", &missing, content) || mayHave
      folder = current.parent
    }
    return mayName(".gitattributes", &missing, content) || mayHave
  }

  private mutating func mayName(
    _ name: String, _ missing: inout MissingAttributes, _ content: (ObjectID) -> [UInt8]?
  ) -> Bool {
    guard let status = directory.status(name) else {
      // Only an error that says so is a missing file.
      guard errno == ENOENT || errno == ENOTDIR else { return true }
      return missing.id(of: name).flatMap(content).map(Self.mayName) ?? false
    }
    missing.find(name)
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    let stamp = Stamp(status)
    if let read = known[name], read.stamp == stamp { return read.mayName }
    guard let content = try? directory.read(name) else { return true }
    let mayName = Self.mayName(content)
    known[name] = (stamp, mayName)
    return mayName
  private mutating func mayName(_ name: String) -> Bool {
    switch files.read(name) {
    case .missing: false
    case .unclear: true
    case .rules(let mayName): mayName
    }
  }

  private static func mayName(_ content: [UInt8]) -> Bool {
    let text = String(decoding: content, as: UTF8.self)
    // A macro of libgit2 and git may contain a filter.
    return text.contains("filter") || text.contains("[attr]")
  }
}

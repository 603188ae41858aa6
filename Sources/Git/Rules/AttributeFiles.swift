internal import GitObjects

/// The attribute files of a work tree, which show whether a path may have a filter at all.
///
/// libgit2 resolves all folders of a path and examines every file several times at each question. A path without a line
/// about filters, the usual case, is answered here with one `lstat` for each file.
struct AttributeFiles {
  /// The files, with whether each may name a filter.
  private var files: RuleFiles<Bool>
  /// The files that the work tree had and has no more.
  var missing: MissingAttributes
  /// Whether the configuration names a further file (`core.attributesFile`); nil if it was not read.
  private var hasFurther: Bool?
  /// The answers by folder, while they are kept.
  private var answers: [NameKey: Bool]?

  /// Reads the attribute files of a work tree as they are needed.
  init(root: String) {
    files = RuleFiles(root: root, parse: Self.mayName)
    missing = MissingAttributes(directory: GitDirectory(path: root + "/.git"))
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
  ///   - content: returns the content of a file that is missing in the work tree.
  mutating func mayHaveFilter(
    _ path: WorkspacePath, further names: () -> Bool, content: (ObjectID) -> [UInt8]?
  ) -> Bool {
    let further = hasFurther ?? names()
    hasFurther = further
    // The stat below is by the text of a name, which is not that of an escaped one.
    if NameText.isEscaped(path.string) { return true }
    let folder = path.parent
    let key = NameKey(folder?.string ?? "")
    if let answer = answers?[key] { return answer || further }
    let answer = mayNameFilter(in: folder, content)
    answers?[key] = answer
    return answer || further
  }

  /// Looks at all files that apply to the paths of a folder, so that each missing one is known.
  private mutating func mayNameFilter(in folder: WorkspacePath?, _ content: (ObjectID) -> [UInt8]?) -> Bool {
    var mayHave = mayName(".git/info/attributes", content)
    var folder = folder
    while let current = folder {
      mayHave = mayName(current.string + "/.gitattributes", content) || mayHave
      folder = current.parent
    }
    return mayName(".gitattributes", content) || mayHave
  }

  private mutating func mayName(_ name: String, _ content: (ObjectID) -> [UInt8]?) -> Bool {
    switch files.read(name) {
    case .missing: return missing.id(of: name).flatMap(content).map(Self.mayName) ?? false
    case .unclear:
      missing.find(name)
      return true
    case .rules(let mayName):
      missing.find(name)
      return mayName
    }
  }

  private static func mayName(_ content: [UInt8]) -> Bool {
    let text = String(decoding: content, as: UTF8.self)
    // A macro of libgit2 and git may contain a filter.
    return text.contains("filter") || text.contains("[attr]")
  }
}

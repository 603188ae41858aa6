internal import Documents
internal import FileSystem
package import GitObjects

/// The saves that were kept and lack others' changes, in `.git/stet/unseen-saves` and its copy: no commit records them.
package struct UnseenSaves: Hashable, Sendable {
  /// The file: one line each of kind, the steps that the saves lack with these saves, the authors of the steps, and
  /// path, separated by tabs.
  private static let file = TwinFile(name: "unseen-saves")

  /// The saves by path.
  package private(set) var all: [WorkspacePath: UnseenSave] = [:]
  /// The saves in the file; nil if it is damaged.
  private var stored: [WorkspacePath: UnseenSave]? = [:]
  private var reported: [WorkspacePath: UnseenSave] = [:]
  /// The saves of deleted files, with their last contents: they may have another name.
  private var gone: [WorkspacePath: Gone] = [:]

  /// The missed lines, by which a file approaches the version that its save lacks.
  var lines = MissedLines()

  private struct Gone: Hashable {
    var save: UnseenSave
    var content: ObjectID?
  }

  /// Reads the saves; none if they cannot be read.
  init(from tree: any FileTree) {
    guard let content = Self.file.read(from: tree) else { return }
    for line in content.text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, let kind = SaveNotice.Kind(rawValue: String(fields[0])),
        let unseen = UnseenVersions(stored: fields[1]),
        let path = try? WorkspacePath(TrailerText.unescape(fields[3]))
      else { continue }
      let others = fields[2].split(separator: ",").map { TrailerText.unescape($0) }
      all[path] = UnseenSave(kind: kind, others: others, unseen: unseen)
    }
    stored = content.isWhole ? all : nil
  }

  /// Returns the paths whose saves changed since the last call, each once; all after a start.
  package mutating func takeChanges() -> [WorkspacePath] {
    guard all != reported else { return [] }
    defer { reported = all }
    return Set(all.keys).union(reported.keys).filter { all[$0] != reported[$0] }.sorted()
  }

  /// The save of a path.
  subscript(path: WorkspacePath) -> UnseenSave? {
    get { all[path] }
    set {
      all[path] = newValue
      if newValue == nil { lines.forget(path) }
    }
  }

  /// Records that a file was deleted, and its last content.
  mutating func forget(_ path: WorkspacePath, _ content: ObjectID?) {
    guard let save = all.removeValue(forKey: path) else { return }
    if gone.count >= RecentVersions.paths { gone = [:] }
    gone[path] = Gone(save: save, content: content)
  }

  /// Records that another machine deleted a file, and its last content. The question stays open unless the file has
  /// another name: the person who deleted it had not read the changes that the save lacks.
  mutating func keep(_ path: WorkspacePath, _ content: ObjectID?) {
    guard let save = all[path] else { return }
    forget(path, content)
    all[path] = save
  }

  /// Records the content of a path, which may be the new name of a deleted file with that content.
  mutating func bringBack(_ content: ObjectID, at path: WorkspacePath) {
    guard !gone.isEmpty, all[path] == nil else { return }
    guard let old = gone.filter({ $0.value.content == content }).keys.min() else { return }
    all[old] = nil
    all[path] = gone.removeValue(forKey: old)?.save
  }

  /// Records that a file was renamed.
  mutating func move(_ path: WorkspacePath, to new: WorkspacePath) {
    guard let save = all.removeValue(forKey: path) ?? gone.removeValue(forKey: path)?.save else { return }
    all[new] = all[new]?.following(save) ?? save
  }

  /// Stores the saves for the next start if anything changed; if this fails, they are known until the stop.
  mutating func store(in tree: any FileTree) {
    guard all != stored else { return }
    stored = all
    guard !all.isEmpty else {
      Self.file.remove(from: tree)
      return
    }
    var text = ""
    let comma = [UInt8(ascii: ",")]
    for (path, save) in all.sorted(by: { $0.key < $1.key }) {
      let fields = [
        save.kind.rawValue, save.unseen.stored,
        save.others.map { TrailerText.escape($0, alsoEscaping: comma) }.joined(separator: ","),
        TrailerText.escape(path.string),
      ]
      text += fields.joined(separator: "\t") + "\n"
    }
    Self.file.write(text, to: tree)
  }
}

extension UnseenVersions {
  private static let saveMark: Character = "="

  /// The steps and the saves, separated by spaces.
  fileprivate var stored: String {
    (steps.map(\.text) + saves.map { "\(Self.saveMark)\($0.hex)" }).joined(separator: " ")
  }

  /// Parses the steps and the saves; nil without steps.
  fileprivate init?(stored: Substring) {
    let words = stored.split(separator: " ")
    let saves = words.filter { $0.first == Self.saveMark }.compactMap { ObjectID(hex: $0.dropFirst()) }
    self.init(words.compactMap(Step.init(text:)), saves: saves)
  }
}

extension UnseenVersions.Step {
  /// The step in one word: base, version, commit, and whether others wrote it; the commit has the author.
  fileprivate var text: String {
    [isNew ? "-" : base.hex, version.blob.hex, version.commit?.hex ?? "-", version.isPlaced ? "1" : "0"]
      .joined(separator: ":")
  }

  /// Parses the word.
  fileprivate init?(text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 4, let blob = ObjectID(hex: parts[1]) else { return nil }
    isNew = parts[0] == "-"
    guard let base = isNew ? .emptyBlob : ObjectID(hex: parts[0]) else { return nil }
    self.base = base
    version = RecentVersion(blob: blob, commit: ObjectID(hex: parts[2]), seconds: 0, isPlaced: parts[3] == "1")
  }
}

/// A save that was kept and lacks others' changes, until a person decides (DESIGN "Stale saves").
package struct UnseenSave: Hashable, Sendable {
  /// The outcome of the save: kept, or a replacement of everything.
  package var kind: SaveNotice.Kind
  /// The authors of the missing changes, each once, oldest first.
  package var others: [String]
  /// The missing changes.
  var unseen: UnseenVersions

  /// The missing versions, oldest first.
  package var versions: [ObjectID] { unseen.steps.map(\.version.blob) }

  /// Returns the save with the missing changes of an earlier one.
  func following(_ earlier: UnseenSave?) -> UnseenSave {
    guard let earlier else { return self }
    return UnseenSave(
      kind: kind, others: earlier.others.filter { !others.contains($0) } + others,
      unseen: unseen.following(earlier.unseen))
  }
}

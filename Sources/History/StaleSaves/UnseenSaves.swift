internal import Documents
internal import FileSystem
package import GitObjects

/// The saves that stand and lack what others wrote, in `.git/stet/unseen-saves` and its copy: no commit tells them.
package struct UnseenSaves: Hashable, Sendable {
  /// A line each of kind, the steps that the saves lack with these saves, who wrote the steps, and path, with tabs between.
  private static let file = TwinFile(name: "unseen-saves")

  /// By path.
  package private(set) var all: [WorkspacePath: UnseenSave] = [:]
  /// Those that the file has; nil where it is damaged.
  private var stored: [WorkspacePath: UnseenSave]? = [:]
  private var told: [WorkspacePath: UnseenSave] = [:]
  /// Those of files that are gone, with what these held: they may have another name.
  private var gone: [WorkspacePath: Gone] = [:]

  /// How near the files are to what their saves lack.
  var lines = MissedLines()

  private struct Gone: Hashable {
    var save: UnseenSave
    var content: ObjectID?
  }

  /// Reads them; none where they cannot be read.
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

  /// The paths whose saves changed since the last time, each once; all after a start.
  package mutating func takeChanges() -> [WorkspacePath] {
    guard all != told else { return [] }
    defer { told = all }
    return Set(all.keys).union(told.keys).filter { all[$0] != told[$0] }.sorted()
  }

  /// The save of a path.
  subscript(path: WorkspacePath) -> UnseenSave? {
    get { all[path] }
    set {
      all[path] = newValue
      if newValue == nil { lines.forget(path) }
    }
  }

  /// Notes that a file is gone, and what it held.
  mutating func forget(_ path: WorkspacePath, _ content: ObjectID?) {
    guard let save = all.removeValue(forKey: path) else { return }
    if gone.count >= RecentVersions.paths { gone = [:] }
    gone[path] = Gone(save: save, content: content)
  }

  /// Notes that another machine deleted a file, and what it held: its question stays open unless it has another name, as
  /// who deleted it had not read what the save lacks.
  mutating func keep(_ path: WorkspacePath, _ content: ObjectID?) {
    guard let save = all[path] else { return }
    forget(path, content)
    all[path] = save
  }

  /// Notes that a path has a content: it is the new name of a file that held it and is gone.
  mutating func bringBack(_ content: ObjectID, at path: WorkspacePath) {
    guard !gone.isEmpty, all[path] == nil else { return }
    guard let old = gone.filter({ $0.value.content == content }).keys.min() else { return }
    all[old] = nil
    all[path] = gone.removeValue(forKey: old)?.save
  }

  /// Notes that a file has another name.
  mutating func move(_ path: WorkspacePath, to new: WorkspacePath) {
    guard let save = all.removeValue(forKey: path) ?? gone.removeValue(forKey: path)?.save else { return }
    all[new] = all[new]?.following(save) ?? save
  }

  /// Keeps them over a stop, where anything changed; one that cannot be kept is known until the stop.
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

  /// The steps and the saves, with spaces between.
  fileprivate var stored: String {
    (steps.map(\.text) + saves.map { "\(Self.saveMark)\($0.hex)" }).joined(separator: " ")
  }

  /// Reads them; nil without steps.
  fileprivate init?(stored: Substring) {
    let words = stored.split(separator: " ")
    let saves = words.filter { $0.first == Self.saveMark }.compactMap { ObjectID(hex: $0.dropFirst()) }
    self.init(words.compactMap(Step.init(text:)), saves: saves)
  }
}

extension UnseenVersions.Step {
  /// The step in one word: base, version, commit, and whether others wrote it; who did is found in the commit.
  fileprivate var text: String {
    [isNew ? "-" : base.hex, version.blob.hex, version.commit?.hex ?? "-", version.isPlaced ? "1" : "0"]
      .joined(separator: ":")
  }

  /// Reads the word.
  fileprivate init?(text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 4, let blob = ObjectID(hex: parts[1]) else { return nil }
    isNew = parts[0] == "-"
    guard let base = isNew ? .emptyBlob : ObjectID(hex: parts[0]) else { return nil }
    self.base = base
    version = RecentVersion(blob: blob, commit: ObjectID(hex: parts[2]), seconds: 0, isPlaced: parts[3] == "1")
  }
}

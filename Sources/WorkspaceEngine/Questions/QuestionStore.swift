internal import WorkspaceAPI
internal import FileSystem
internal import FoundationEssentials
internal import GitObjects

/// The questions that are open, in `.git/stet/questions.json`: for the next start, never for anybody to edit.
struct QuestionStore: Sendable {
  private static let location = FileLocation.store("questions.json")

  /// The folder's files.
  let tree: any FileTree

  /// What was open when it was kept last; nothing where that cannot be read: it is asked again then.
  func load() -> [QuestionReport] {
    guard let content = try? tree.read(Self.location, limit: 1 << 20) else { return [] }
    return (try? JSONDecoder().decode([QuestionReport].self, from: Data(content.bytes))) ?? []
  }

  /// Keeps what is open. What cannot be kept is told again after the next start.
  func save(_ open: [QuestionReport]) {
    if open.isEmpty {
      try? tree.remove(Self.location)
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(open) else { return }
    let fresh = FileLocation.store("questions.new")
    try? tree.remove(fresh)
    guard (try? tree.create(fresh, bytes: [UInt8](data), permissions: 0o600, durable: false)) != nil else { return }
    try? tree.replace(Self.location, with: fresh)
  }
}

/// The questions that a client was asked and has not answered, by names that are given out once.
struct OpenQuestions: Sendable {
  /// One of them.
  struct Entry: Hashable, Sendable {
    /// The call that asks.
    var call: ToolCall
    /// The key of the call that waits; nil where the client calls anew with the answer.
    var key: Int?
    /// What the tool noted.
    var state: String
  }

  /// How many are open at once; of more the oldest is dropped.
  static let most = 32

  /// What makes the names such that nobody can guess them.
  private let mark: String
  private var entries: [(name: String, entry: Entry)] = []
  private var count = 0

  /// Nothing is asked; `mark` is random.
  init(mark: String) {
    self.mark = mark
  }

  /// Notes a question; its name.
  mutating func add(_ entry: Entry) -> String {
    count += 1
    let name = "ask-\(count)-\(mark)"
    entries.append((name, entry))
    if entries.count > Self.most { entries.removeFirst() }
    return name
  }

  /// Takes a question off the list; nil where it was not asked, or was answered.
  mutating func take(_ name: String) -> Entry? {
    guard let place = entries.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    return entries.remove(at: place).entry
  }

}

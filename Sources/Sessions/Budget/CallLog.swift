package import FileSystem
package import LocalState
package import Models
internal import Values

/// The calls of models outside sessions: `.git/stet/usage.jsonl`, one line of JSON a call, only ever appended to. Calls
/// block.
package enum CallLog {
  /// A call of a model outside a session.
  package struct Call: Hashable, Sendable {
    /// The name of the call, which no other one has on any machine.
    package var id: String
    /// The time at which it ended, in milliseconds since 1970.
    package var time: Int64
    /// The ability that it was made for; nil for the check of a provider.
    package var ability: String?
    /// The agent that made it; nil for a person.
    package var agent: String?
    /// The name of the provider in the settings.
    package var provider: String
    /// The tokens and the cost.
    package var spending: CallSpending

    /// Takes the figures of an answer.
    package init(
      _ answer: ModelAnswer, id: String, of provider: String, ability: String?, agent: String?, time: Int64
    ) {
      self.init(
        id: id, time: time, ability: ability, agent: agent, provider: provider, spending: CallSpending(answer))
    }

    /// Creates a call.
    package init(
      id: String, time: Int64, ability: String?, agent: String?, provider: String, spending: CallSpending
    ) {
      self.id = id
      self.time = time
      self.ability = ability
      self.agent = agent
      self.provider = provider
      self.spending = spending
    }
  }

  /// A line of the file that is a call.
  struct Line: Hashable, Sendable {
    var call: Call
    /// The line without its newline.
    var bytes: [UInt8]
  }

  package static let location = StoredFile("usage.jsonl").location
  /// The largest size of the file in bytes.
  package static let longest: Int64 = 1 << 28

  /// Appends a call; it is durable when the function returns.
  ///
  /// - Throws: `FileError`; the call is not recorded then, or not as a whole line.
  package static func add(_ call: Call, in tree: any FileTree) throws(FileError) {
    // An append would make a file that others may read.
    if try tree.stamp(of: location) == nil {
      try tree.create(location, bytes: [], permissions: 0o600, durable: false)
    }
    // A power cut may have left a part of a line: each call begins one of its own.
    _ = try tree.append(location, bytes: [0x0A] + value(call).line + [0x0A], durable: true)
  }

  /// The folder below `.git/stet` with the calls of other machines as the remote last had them.
  private static let others = "usage"
  /// The end of the names of files of calls.
  static let ending = ".jsonl"

  /// The names of the machines whose calls are not all in these files, as JSON: calls that are too large, too many or
  /// damaged stay at the remote.
  package static let left = StoredFile("\(others)/left.json")

  /// Returns the file with the calls of another machine.
  package static func file(of machine: String) -> StoredFile { StoredFile("\(others)/\(machine)\(ending)") }

  /// Returns the names of the other machines that have such a file.
  package static func machines(in tree: any FileTree) -> Set<String> {
    let names = ((try? tree.entries(of: .store(others))) ?? []).map(\.name)
    return Set(names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
  }

  /// Returns the locations of the calls of this machine and of others.
  static func locations(in tree: any FileTree) -> [FileLocation] {
    [location] + machines(in: tree).sorted().map { file(of: $0).location }
  }

  /// Returns the lines of a file that are calls, oldest first, and the number of the others.
  ///
  /// Older lines have no id: such a line is identified by its text and the number of equal lines before it.
  static func lines(_ bytes: some Sequence<UInt8>) -> (calls: [Line], broken: Int) {
    var calls: [Line] = []
    var counts: [ArraySlice<UInt8>: Int] = [:]
    var broken = 0
    for line in Array(bytes).split(separator: 0x0A) {
      guard let value = JSONValue(line: Array(line)), var call = call(value) else {
        broken += 1
        continue
      }
      if call.id.isEmpty {
        counts[line, default: 0] += 1
        call.id = "\(String(decoding: line, as: UTF8.self)) \(counts[line, default: 0])"
      }
      calls.append(Line(call: call, bytes: Array(line)))
    }
    return (calls, broken)
  }

  private static func value(_ call: Call) -> JSONValue {
    let head: [(String, JSONValue?)] = [
      ("id", .string(call.id)), ("time", .string(ISOTime.text(call.time / 1_000))),
      ("ability", call.ability.map { .string($0) }),
      ("agent", call.agent.map { .string($0) }), ("provider", .string(call.provider)),
      ("model", .string(call.spending.model)),
    ]
    let end: [(String, JSONValue?)] = [
      ("dollars", call.spending.cost.map { .number("\($0.dollars)") }),
      ("isCut", call.spending.isEstimate ? true : nil),
    ]
    return StepCodec.object(head + StepCodec.members(call.spending.usage) + end)
  }

  private static func call(_ value: JSONValue) -> Call? {
    guard let time = value["time"]?.text.flatMap({ ISOTime.seconds($0) }), let provider = value["provider"]?.text,
      let model = value["model"]?.text, let usage = StepCodec.usage(value)
    else { return nil }
    var dollars: Double?
    if case .number(let text)? = value["dollars"] { dollars = Double(text) }
    let spending = CallSpending(
      model: model, usage: usage, cost: dollars.flatMap { Cost(dollars: $0) },
      isEstimate: value["isCut"]?.truth ?? false)
    return Call(
      id: value["id"]?.text ?? "", time: time * 1_000, ability: value["ability"]?.text, agent: value["agent"]?.text,
      provider: provider, spending: spending)
  }
}

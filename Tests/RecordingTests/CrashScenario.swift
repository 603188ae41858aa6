import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

/// One thing that can be interrupted by a power cut.
///
/// Words that begin with `r-` are an agent's, others the person's; every word occurs in one place.
struct CrashScenario: Sendable, CustomTestStringConvertible {
  let name: String
  /// Does it; what was acknowledged, or synced by an editor, is noted as it happens, and what is replaced before.
  let run: @Sendable (_ desk: Desk, _ note: CrashNotes) throws -> Void

  var testDescription: String { name }

  /// A desk with some history: files in a durable pack, and turns since the checkpoint.
  static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "a-1\na-2\na-3\n", durable: true)
    try desk.save("f/b", "b-1\n", durable: true)
    try desk.save("f/c", "c-1\n", durable: true)
    try desk.save("gone", "g-1\n", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    try desk.save("d", "d-1\n", durable: true)
    try desk.scan()
    for (path, action) in [("log", Write.Action.appending("r-log1\n")), ("log", .appending("r-log2\n"))] {
      try desk.write(path, action).result()
    }
    return desk
  }

  /// The words that `desk()` noted.
  static let begun = ["a-1", "a-2", "a-3", "b-1", "c-1", "g-1", "d-1", "r-log1", "r-log2"]

  static let all: [CrashScenario] = [
    CrashScenario(name: "a save is recorded") { desk, note in
      note.replacing("a-3")
      try desk.save("a", "a-1\na-2\np-new\n", durable: true)
      note("p-new")
      try desk.scan()
    },
    CrashScenario(name: "an agent replaces a file") { desk, note in
      note.replacing("a-2")
      try desk.write("a", .text("a-1\nr-new\na-3\n")).result()
      note("r-new")
      note.replacing("r-new")
      try desk.write("a", .text("a-1\nr-newer\na-3\n")).result()
      note("r-newer")
    },
    CrashScenario(name: "an agent replaces what the person just saved") { desk, note in
      note.replacing("a-1", "a-3")
      try desk.save("a", "a-1\na-2\np-new\n", durable: true)
      note("p-new")
      try desk.write("a", .edit(old: "a-1", new: "r-new", everywhere: false)).result()
      note("r-new")
    },
    CrashScenario(name: "an agent makes files") { desk, note in
      try desk.write("n/e/w", .text("r-new\n"), base: .absent).result()
      note("r-new")
      try desk.write("n/other", .text("r-other\n"), base: .absent).result()
      note("r-other")
    },
    CrashScenario(name: "an agent is answered before the objects are stored") { desk, note in
      note.replacing("a-2", "g-1")
      let actions: [(String, Write.Action, String)] = [
        ("a", .text("a-1\nr-new\na-3\n"), "r-new"), ("n/e/w", .text("r-made\n"), "r-made"),
        ("log", .appending("r-log3\n"), "r-log3"), ("gone", .delete, "a-1"),
      ]
      for (path, action, word) in actions {
        try desk.writeAnsweredEarly(path, action).result()
        note(word)
      }
    },
    CrashScenario(name: "appends") { desk, note in
      try desk.write("log", .appending("r-log3\n")).result()
      note("r-log3")
      try desk.save("log", "r-log1\nr-log2\n", durable: true)
      try desk.scan()
      try desk.write("d", .appending("r-d2\n")).result()
      note("r-d2")
    },
    CrashScenario(name: "a deletion") { desk, note in
      note.replacing("g-1", "b-1")
      try desk.write("gone", .delete).result()
      try desk.write("f/b", .delete).result()
    },
    CrashScenario(name: "a move there and back") { desk, note in
      try desk.write("a", .move(to: WorkspacePath("f/a2"))).result()
      try desk.write("f", .move(to: WorkspacePath("k"))).result()
      try desk.write("k/a2", .move(to: WorkspacePath("a"))).result()
      try desk.write("k/b", .appending("r-b2\n")).result()
      note("r-b2")
    },
    CrashScenario(name: "many writes in one turn") { desk, note in
      note.replacing("a-1", "a-3", "b-1", "g-1")
      let writes: [(String, Write.Action)] = [
        ("a", .edit(old: "a-1", new: "r-a1", everywhere: false)),
        ("a", .edit(old: "a-3", new: "r-a3", everywhere: false)), ("f/b", .text("r-b\n")), ("gone", .delete),
        ("new", .text("r-new\n")), ("d", .appending("r-d\n")),
      ]
      let outcomes = try desk.running().perform(
        writes.map { Write(path: try WorkspacePath($0.0), action: $0.1, origin: WriteOrigin(author: .robot)) })
      for outcome in outcomes { try outcome.result() }
      for word in ["r-a1", "r-a3", "r-b", "r-new", "r-d"] { note(word) }
    },
    CrashScenario(name: "an adoption") { desk, note in
      note.replacing("a-3", "b-1", "c-1", "g-1")
      let target = try desk.remoteCommit([
        "a": "a-1\na-2\nt-3\n", "f": "t-file\n", "gone/g": "t-g\n", "d": "d-1\n", "log": "r-log1\nr-log2\nt-log\n",
        "z/1": "t-z1\n", "z/2": "t-z2\n",
      ])
      if case .adopted = try desk.running().adopt(target, expecting: desk.running().tip) {
        for word in ["t-3", "t-file", "t-g", "t-log", "t-z1", "t-z2"] { note(word) }
      }
      try desk.write("a", .appending("r-after\n")).result()
      note("r-after")
    },
    CrashScenario(name: "an adoption, with a save in the middle") { desk, note in
      note.replacing("a-1", "a-3", "b-1", "c-1", "d-1", "g-1", "r-log1", "r-log2")
      let target = try desk.remoteCommit(["a": "a-1\na-2\nt-3\n", "d": "t-d\n"])
      let hasSaved = try desk.savingInTheMiddle("a", "p-new\na-2\na-3\n")
      defer { if hasSaved() { note("p-new") } }
      _ = try desk.running().adopt(target, expecting: desk.running().tip)
    },
    CrashScenario(name: "an adoption in turns, with writes and saves between") { desk, note in
      note.replacing("a-1", "a-3", "d-1", "g-1")
      let target = try desk.remoteCommit([
        "a": "a-1\na-2\nt-3\n", "d": "t-d\n", "f/b": "b-1\nt-b\n", "f/c": "t-c\nc-1\n",
        "log": "r-log1\nr-log2\nt-log\n",
        "z/1": "t-z1\n", "z/2": "t-z2\n",
      ])
      let one = TurnLimit(files: 1)
      _ = try desk.running().adopt(target, expecting: desk.running().tip, within: one)
      for word in ["t-3", "t-d", "t-b", "t-c", "t-log", "t-z1", "t-z2"] { note(word) }
      try desk.write("z/2", .appending("r-z2\n")).result()
      note("r-z2")
      try desk.save("a", "p-new\na-2\na-3\n", durable: true)
      note("p-new")
      try desk.running().continueAdoption(within: one)
      try desk.save("f/c", "c-1\np-c\n", durable: true)
      note("p-c")
      try desk.record("a", "f/c")
      try desk.running().log.checkpoint()
      try desk.write("d", .edit(old: "t-d", new: "r-d\nt-d", everywhere: false)).result()
      note("r-d")
      try desk.running().continueAdoption(within: one)
      try desk.scan(believesDeletions: false)
      try desk.running().continueAdoption(within: .none)
    },
    CrashScenario(name: "a write, with a save in the middle") { desk, note in
      note.replacing("a-1", "a-3")
      let hasSaved = try desk.savingInTheMiddle("a", "p-new\na-2\na-3\n")
      defer { if hasSaved() { note("p-new") } }
      try desk.write("a", .text("a-1\na-2\nr-3\n")).result()
      note("r-3")
    },
    CrashScenario(name: "a checkpoint") { desk, note in
      note.replacing("a-2", "a-3")
      try desk.write("a", .text("a-1\na-2\n")).result()
      try desk.running().log.checkpoint()
      try desk.write("a", .text("a-1\n")).result()
      try desk.running().log.checkpoint()
    },
    CrashScenario(name: "an orderly stop and start") { desk, note in
      note.replacing("a-1", "a-2", "a-3")
      try desk.running().log.close()
      try desk.open()
      try desk.write("a", .text("r-new\n")).result()
      note("r-new")
    },
  ]
}

extension Desk {
  /// Has an editor save and sync a file just before Stet exchanges it for the first time; answers whether it did.
  fileprivate func savingInTheMiddle(_ path: String, _ text: String) throws -> () -> Bool {
    let place = FileLocation(try WorkspacePath(path))
    let (begun, done) = (Counter(), Counter())
    observe { [tree] operation, _ in
      guard operation == .exchange, begun.add() == 1 else { return }
      do {
        try tree.save(place, bytes: Array(text.utf8))
        try tree.synchronize(place)
        done.add()
      } catch {}  // Without power nobody saves.
    }
    return { done.value > 0 }
  }
}

internal import ArgumentParser
internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import WorkspaceAPI

/// `stet coordinate present`: reports a program's open files, and receives notices about them.
struct PresentCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "present", abstract: "Report open files, and receive notices.",
    discussion: """
      For editors. Prints one JSON document a line:

        {"presenter":1,"presents":"notes.md"}
        {"id":3,"presenter":1,"notice":"save","asks":true,"path":"notes.md",
         "by":"Codex","seconds":2}

      Notices that ask are save, let-go, save-and-let-go and goes (it is about to be
      deleted or replaced). Others only inform: changed, moved (with newPath),
      deleted, and free, which follows a let-go when its requester has ended. Takes
      one document a line on standard input:

        {"answer":3}                      done
        {"answer":3,"failure":"..."}      not done, and why
        {"present":"other.md"}            open this too
        {"leave":1}                       open no more

      The requester continues after all answers, or after two seconds. Ends with its
      standard input, or when the daemon stops.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The files or folders that are open.", completion: CompletionWords.paths) var paths: [String] = []
  @Option(help: ArgumentHelp("The program's name, as others see it.", valueName: "name"))
  var name: String?
  @OptionGroup var output: OutputOptions

  /// Reports the open files, prints notices as lines, and reads answers from standard input until it ends.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let notices = try await verbs.subscribe(NoticesRequest())
    for path in paths { try await present(path, folder, verbs, context) }
    let lines = Self.inputLines()
    let ending = Task {
      for await line in lines { await take(line, folder, verbs, context) }
    }
    let printing = Task {
      for await notice in notices { context.console.print(json: notice, compact: true) }
      ending.cancel()
    }
    await ending.value
    printing.cancel()
    return .done
  }

  private struct Line: Decodable {
    var answer: Int?
    var failure: String?
    var present: String?
    var leave: Int?
  }

  private struct Presenting: Encodable {
    var presenter: Int
    var presents: String
  }

  private func present(
    _ path: String, _ folder: WorkspaceFolder, _ verbs: any WorkspaceVerbs, _ context: CommandContext
  ) async throws(VerbError) {
    let inside: String = try folder.path(path)
    let receipt = try await verbs.call(PresentOrder(path: inside, name: name))
    context.console.print(json: Presenting(presenter: receipt.presenter, presents: inside), compact: true)
  }

  /// Handles one line of input; reports an error and continues.
  private func take(
    _ bytes: [UInt8], _ folder: WorkspaceFolder, _ verbs: any WorkspaceVerbs, _ context: CommandContext
  ) async {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
      return context.console.printError(
        "stet: this line is not understood: \(String(decoding: bytes, as: UTF8.self))\n")
    }
    do throws(VerbError) {
      if let path = line.present { try await present(path, folder, verbs, context) }
      if line.answer != nil || line.leave != nil {
        _ = try await verbs.call(NoticeAnswer(notice: line.answer, failure: line.failure, leaves: line.leave))
      }
    } catch { context.console.printError(CommandError(error).text(context.console.errorStyle)) }
  }

  /// Returns the lines of standard input as they arrive.
  private static func inputLines() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    // Reading blocks: on a thread of its own, never on the shared pool.
    DispatchQueue(label: "stet.input").async {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(Array(rest[..<end]))
          rest.removeSubrange(...end)
        }
        // No valid line is so long.
        if rest.count > 1 << 20 { break }
      }
      continuation.finish()
    }
    return stream
  }
}

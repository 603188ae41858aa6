internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI
internal import GitObjects

/// Searches the recorded files for texts and words.
struct SearchDesk: Sendable {
  /// The largest number of context lines before and after a hit.
  private static let mostContext = 20

  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  let permissions: AgentPermissions
  /// Distinguishes large files.
  let large: LargeReader
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// The index of words.
  let index: IndexDesk

  /// The desk for queries of properties, over the same index.
  var queries: QueryDesk {
    QueryDesk(keeper: keeper, git: git, permissions: permissions, audit: audit, index: index)
  }

  /// Returns the lines in recorded files that contain a text.
  func search(
    _ request: SearchRequest, progress: (@Sendable (SearchProgress) -> Void)? = nil
  ) async throws(VerbError) -> [SearchHit] {
    try await audit.audited(
      "search", request.caller, request.path,
      shown: { hits, entry in
        let shown = hits.prefix(request.shown ?? .max)
        entry.add(pattern: request.text, count: shown.count, files: Self.files(of: shown))
      }
    ) { () async throws(VerbError) in
      try await check(request)
      if let conditions = request.words { return try await words(request, conditions, progress: progress) }
      let tally = SearchTally()
      async let _: Void = tell(tally, to: progress)
      let hits = try await hits(request, tally)
      if hits.isEmpty, request.skip ?? 0 == 0, let progress, let note = await noteOnLargeTexts(request) {
        progress(SearchProgress(milliseconds: 0, lines: 0, files: 0, note: note))
      }
      return hits
    }
  }

  /// Returns the files of hits, each once.
  private static func files(of hits: ArraySlice<SearchHit>) -> [String] {
    var files: [String] = []
    for hit in hits where files.last?.hasSameBytes(as: hit.path) != true { files.append(hit.path) }
    return files
  }

  private func tell(_ tally: SearchTally, to listener: (@Sendable (SearchProgress) -> Void)?) async {
    if let listener { await tally.tell(at: SearchTally.beats(of: ContinuousClock()), to: listener) }
  }

  /// Refuses a text that cannot be searched, and a folder that is not recorded.
  private func check(_ request: SearchRequest) async throws(VerbError) {
    guard !request.text.isEmpty else { throw VerbError(.usage, "The text to search is empty.") }
    guard !request.text.utf8.contains(0) else { throw VerbError(.usage, "The text to search holds a NUL byte.") }
    if let path = request.path, path != ".", !path.isEmpty {
      try await FollowedPaths(keeper: keeper).check(try WorkspacePath(checking: path))
    }
  }

  /// Returns the path of a request if it is a file's; an agent needs the permission to read it.
  func namedFile(_ request: SearchRequest) async throws(VerbError) -> WorkspacePath? {
    guard let path = request.path.flatMap({ try? WorkspacePath($0) }), let tip = await keeper.tip,
      await keeper.entry(at: path, in: tip)?.mode.isFile == true
    else { return nil }
    try await permissions.permit(.read, path, request.caller)
    return path
  }

  private func hits(_ request: SearchRequest, _ tally: SearchTally) async throws(VerbError) -> [SearchHit] {
    guard let tip = await keeper.tip else { return [] }
    if let path = try await namedFile(request) {
      guard try await !large.isLarge(path) else {
        throw VerbError(
          .usage, "\(path.string) is a large file: it is recorded as a whole, and not searched.",
          next: "'stet read \(path.string)' gives its content, an agent's read_text_file lines of it.",
          path: path.string, reason: "large.search")
      }
    }
    let isRegex = request.isRegex == true
    let range = Self.range(skip: request.skip, limit: request.limit)
    let (skip, limit) = (range.lowerBound, range.count)
    // git takes each line of its pattern argument as a separate pattern.
    let texts = isRegex ? [request.text] : request.text.split(separator: "\n").map(String.init)
    guard texts.count == 1, let text = texts.first else {
      throw VerbError(.usage, "The text to search goes over several lines; give one of them.")
    }
    var arguments = ["grep", "-z", "-n", "-I", "--full-name", "--no-color", isRegex ? "-P" : "-F"]
    // Limits the hits of each file to the number that can be returned.
    if skip + limit < 1_000_000 { arguments.append("--max-count=\(skip + limit)") }
    if !request.caseSensitive { arguments.append("-i") }
    arguments += ["-e", text, tip.hex, "--"]
    if let scope = try scope(request) { arguments.append(scope) }
    let filters = request.caller.agent != nil && keeper.policy.limitsReading
    var reader = GrepReader(prefix: tip.hex.utf8.count + 1)
    var hits: [SearchHit] = []
    var git = git
    // A letter outside ASCII is one character of an expression, and has an upper and a lower case.
    git.locale = "C.UTF-8"
    do throws(VerbError) {
      try await git.run(arguments) { output in
        var found = reader.take(output)
        if filters {
          // Filtered before counting: the number of hits in withheld files would reveal their content.
          let withheld = await permissions.withheld(found.map(\.path), from: request.caller)
          found.removeAll { withheld.contains(NameKey($0.path)) }
        }
        tally.note(found)
        hits += found
        return hits.count >= skip + limit
      }
    } catch {
      // `git grep` ends with status 1 and no message if nothing is found.
      guard !error.what.hasSuffix("status 1") else { return [] }
      guard isRegex, error.what.hasPrefix("git said: fatal:") else { throw error }
      let fault = ExpressionFault(String(error.what.dropFirst("git said: ".count)), in: text)
      throw VerbError(
        .usage, "The expression cannot be searched: \(fault.description).",
        next: "A backslash makes a sign a character, as in '\\('; --exact finds a text as it is.")
    }
    hits = Array(hits.dropFirst(skip).prefix(limit))
    guard let context = request.context, context > 0 else { return hits }
    return await surrounded(hits, by: min(context, Self.mostContext), in: tip)
  }

  /// The greatest number of results that a request can skip, and that it can get.
  private static let mostResults = 1 << 30

  /// Returns the places of the results that a request gets; any client can send any numbers.
  static func range(skip: Int?, limit: Int) -> Range<Int> {
    let first = min(max(0, skip ?? 0), mostResults)
    return first..<(first + min(max(0, limit), mostResults))
  }

  /// Returns the pathspec for folder and pattern together; nil for everything.
  private func scope(_ request: SearchRequest) throws(VerbError) -> String? {
    var folder: String?
    if let path = request.path, path != ".", !path.isEmpty { folder = try WorkspacePath(checking: path).string }
    guard let glob = request.glob, !glob.isEmpty else { return folder.map { ":(literal)\($0)" } }
    guard !glob.utf8.contains(0), !glob.hasPrefix("/") else {
      throw VerbError(.usage, "'\(glob)' is no pattern of paths in the workspace.")
    }
    let pattern = glob.utf8.contains(UInt8(ascii: "/")) ? glob : "**/" + glob
    guard let folder else { return ":(glob)\(pattern)" }
    let plain = folder.unicodeScalars.map { "*?[\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return ":(glob)\(plain)/\(pattern)"
  }

  private func surrounded(_ hits: [SearchHit], by context: Int, in tip: ObjectID) async -> [SearchHit] {
    var hits = hits
    var open: (path: String, lines: GrepLines)?
    for index in hits.indices {
      let hit = hits[index]
      if open?.path.utf8.elementsEqual(hit.path.utf8) != true {
        var bytes: [UInt8] = []
        if let path = try? WorkspacePath(hit.path), let blob = await keeper.entry(at: path, in: tip)?.id {
          bytes = await keeper.content(of: blob) ?? []
        }
        open = (hit.path, GrepLines(bytes))
      }
      hits[index].before = open?.lines.texts(from: hit.line - context, to: hit.line - 1)
      hits[index].after = open?.lines.texts(from: hit.line + 1, to: hit.line + context)
    }
    return hits
  }
}

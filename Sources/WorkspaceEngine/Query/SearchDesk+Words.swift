internal import GitObjects
internal import SearchIndex
internal import Values
internal import WorkspaceAPI

/// The search for words in the index.
extension SearchDesk {
  /// Returns the best document for each of the first places, as one hit each.
  func words(
    _ request: SearchRequest, _ conditions: WordConditions, progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(VerbError) -> [SearchHit] {
    let query: SearchQuery
    do throws(QueryFault) { query = try SearchQuery(request.text) } catch {
      throw VerbError(
        .usage, "\(error.description).",
        next: "A query has words, \"phrases\", beginnings*, -unwanted words and OR.")
    }
    _ = try await namedFile(request)
    let (filter, remarks) = try await filter(request, conditions)
    let glob = try glob(request)
    let start = ContinuousClock.now
    var reportedAt = start
    let found = try await index.search(query, filter, range: Self.range(skip: request.skip, limit: request.limit)) {
      files in
      let named = files.filter { glob?.matches($0.path) ?? true }
      let withheld = await permissions.withheld(named.map(\.path), from: request.caller)
      return named.filter { !withheld.contains(NameKey($0.path)) }
    } behind: { state in
      guard let progress, reportedAt.duration(to: .now) > .milliseconds(250) else { return }
      reportedAt = .now
      progress(
        SearchProgress(
          milliseconds: Int(start.duration(to: reportedAt) / .milliseconds(1)), lines: 0, files: 0,
          index: state))
    }
    await tell(found, remarks, request, glob, to: progress)
    return found.files.map { file, excerpt in
      var hit = SearchHit(path: file.path, line: excerpt.line, text: excerpt.text)
      (hit.title, hit.author, hit.time) = (file.title, file.author, file.time)
      return hit
    }
  }

  /// Reports the notes about a search, beginning with the remarks on its conditions.
  private func tell(
    _ found: IndexDesk.Found, _ remarks: [String], _ request: SearchRequest, _ glob: PathGlob?,
    to progress: (@Sendable (SearchProgress) -> Void)?
  ) async {
    guard let progress else { return }
    var notes = remarks + found.notes
    // Of a text that is not searched as a whole, the rest may have what the reader misses.
    var partial = found.files.prefix(request.shown ?? .max).compactMap(\.file.partial)
    if found.files.isEmpty, request.skip ?? 0 == 0 {
      if let remark = ForeignOperator.remark(on: request.text) { notes.append(remark) }
      let named = found.partial.filter { glob?.matches($0.path) ?? true }
      let withheld = await permissions.withheld(named.map(\.path), from: request.caller)
      partial = named.filter { !withheld.contains(NameKey($0.path)) }
    }
    if let names = Self.names(partial.filter { !$0.isUnread }) {
      notes.append("Only the first \(ExtractedDocument.longestText >> 20) MB are searched in \(names).")
    }
    if let names = Self.names(partial.filter(\.isUnread)) {
      notes.append("Only the names of large files are searched: \(names).")
    }
    guard !notes.isEmpty else { return }
    progress(
      SearchProgress(milliseconds: 0, lines: 0, files: found.files.count, note: notes.joined(separator: " ")))
  }

  /// Returns the note about the large texts in the place of a search for lines, which reads none of them; nil for none.
  func noteOnLargeTexts(_ request: SearchRequest) async -> String? {
    let folder = request.path.flatMap { try? WorkspacePath($0) }
    let glob = try? glob(request)
    let start = folder.map { $0.string.utf8.count + 1 } ?? 0
    let entries = (try? await keeper.largeFiles(under: folder)) ?? []
    let paths = entries.map(\.path.string).filter { path in
      DocumentKind.isTextName(path) && (glob?.matches(String(Substring(path.utf8.dropFirst(start)))) ?? true)
    }
    let withheld = await permissions.withheld(paths, from: request.caller)
    return Self.names(paths.filter { !withheld.contains(NameKey($0)) }).map { "Large files are not searched: \($0)." }
  }

  private static func names(_ files: [PartialFile]) -> String? { names(files.map(\.path)) }

  /// Returns the first paths in a sentence; nil for none.
  private static func names(_ paths: [String]) -> String? {
    guard !paths.isEmpty else { return nil }
    return paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
  }

  private func glob(_ request: SearchRequest) throws(VerbError) -> PathGlob? {
    guard let glob = request.glob, !glob.isEmpty else { return nil }
    guard !glob.utf8.contains(0), !glob.hasPrefix("/"), !glob.split(separator: "/").contains("..") else {
      throw VerbError(.usage, "'\(glob)' is no pattern of paths in the workspace.")
    }
    return PathGlob(glob.utf8.contains(UInt8(ascii: "/")) ? glob : "**/" + glob, .git)
  }

  /// Returns the filter of a request, and remarks on its conditions for the reader.
  private func filter(
    _ request: SearchRequest, _ conditions: WordConditions
  ) async throws(VerbError) -> (filter: SearchFilter, remarks: [String]) {
    var filter = SearchFilter()
    if let path = request.path, path != ".", !path.isEmpty { filter.path = try WorkspacePath(checking: path) }
    filter.author = conditions.author
    let revisions = RevisionReader(keeper: keeper, git: git)
    filter.since = try await revisions.time(conditions.since, .start)
    filter.until = try await revisions.time(conditions.until, .end)
    guard conditions.fields.count <= QueryDesk.mostTexts else {
      throw VerbError(.usage, "A search has at most \(QueryDesk.mostTexts) conditions on the front matter.")
    }
    do throws(QueryTextError) {
      for text in conditions.fields { filter.fields.append(try QuerySyntax.condition(text)) }
    } catch { throw VerbError(.usage, "\(error.reason).", next: QuerySyntax.conditionForm) }
    let remarks = try await revisions.setTimes(of: &filter.fields)
    return (filter, remarks)
  }
}

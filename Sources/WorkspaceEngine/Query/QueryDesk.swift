internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import SearchIndex
internal import Values
internal import WorkspaceAPI

/// Answers queries of documents by their front matter and attributes.
struct QueryDesk: Sendable {
  /// The greatest number of conditions, sort keys and columns in one request.
  static let mostTexts = 100

  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  let permissions: AgentPermissions
  /// The audit log of agents' calls.
  let audit: AgentAudit
  let index: IndexDesk

  /// Returns the documents that a query finds.
  func answer(
    _ request: QueryRequest, progress: (@Sendable (IndexState) -> Void)? = nil
  ) async throws(VerbError) -> QueryReport {
    let words = ([request.query].compactMap(\.self) + request.conditions).joined(separator: " ")
    return try await audit.audited(
      "query", request.caller, request.path,
      shown: { report, entry in
        entry.add(pattern: words, count: report.documents.count, files: report.documents.map(\.path))
      }
    ) { () async throws(VerbError) in
      try await report(request, progress)
    }
  }

  /// Returns the named queries, in the order of their names.
  func names(_ request: NamedQueriesRequest) async throws(VerbError) -> [NamedQueryEntry] {
    try await queries(for: request.caller).map {
      NamedQueryEntry(name: $0.name, about: $0.about, isBuiltIn: $0.isBuiltIn)
    }
  }

  private func report(
    _ request: QueryRequest, _ progress: (@Sendable (IndexState) -> Void)?
  ) async throws(VerbError) -> QueryReport {
    guard request.conditions.count + request.sort.count + request.columns.count <= Self.mostTexts else {
      throw VerbError(.usage, "A query has at most \(Self.mostTexts) conditions, sort keys and columns.")
    }
    var (query, columns, limit) = try await parsed(request)
    let notes = try await RevisionReader(keeper: keeper, git: git).setTimes(of: &query.conditions)
    let range = SearchDesk.range(skip: request.skip, limit: min(max(1, limit), QueryReport.most))
    var reportedAt = ContinuousClock.now
    let found = try await index.documents(query, range: range) { paths in
      await permissions.withheld(paths, from: request.caller)
    } behind: { state in
      guard let progress, reportedAt.duration(to: .now) > .milliseconds(250) else { return }
      reportedAt = .now
      progress(state)
    }
    let documents = found.documents.map { document in
      QueryReport.Document(path: document.path, values: columns.map { document[$0] ?? .null })
    }
    return QueryReport(
      columns: columns.map(\.name), documents: documents, hasMore: found.hasMore,
      notes: notes + Self.notes(onEmpty: request.columns, columns, documents) + found.notes)
  }

  /// Returns a note for each requested column in which no document has a value.
  private static func notes(
    onEmpty requested: [String], _ columns: [DocumentKey], _ documents: [QueryReport.Document]
  ) -> [String] {
    guard !documents.isEmpty, !requested.isEmpty else { return [] }
    let names = DocumentKey.Attribute.allCases.map(\.rawValue)
    var notes: [String] = []
    for (index, key) in columns.enumerated() where documents.allSatisfy({ $0.values[index] == .null }) {
      let hint = NameDistance.hint(to: key.name, among: names.filter { $0 != key.name })
      notes.append("None of these documents has '\(key.name)'.\(hint)")
    }
    return notes
  }

  /// Returns the query of a request, joined with the named query that it begins with.
  private func parsed(
    _ request: QueryRequest
  ) async throws(VerbError) -> (query: DocumentQuery, columns: [DocumentKey], limit: Int) {
    var named = NamedQuery(
      name: "", about: nil, place: nil, conditions: [], sort: [], columns: [], limit: nil, isBuiltIn: true)
    if let name = request.query { named = try await query(named: name, for: request.caller) }
    named.conditions += request.conditions
    if !request.sort.isEmpty { named.sort = request.sort }
    if !request.columns.isEmpty { named.columns = request.columns }
    let isScoped = request.path.map { !$0.isEmpty && $0 != "." } ?? false
    if isScoped, let path = request.path { try await permit(path, request.caller) }
    do throws(QueryTextError) {
      var (query, columns) = try named.parsed()
      if isScoped, let path = request.path { query.places.append(try QuerySyntax.place(path)) }
      if columns.isEmpty { columns = Self.usualColumns(query) }
      return (query, columns, request.limit ?? named.limit ?? QueryReport.usual)
    } catch {
      throw VerbError(.usage, "\(error.reason).", next: QuerySyntax.conditionForm)
    }
  }

  /// Returns the columns of a query that names none: path, title, and the keys of its conditions and order.
  private static func usualColumns(_ query: DocumentQuery) -> [DocumentKey] {
    let keys = ["path", "title"].compactMap { DocumentKey($0) } + query.keys
    return keys.enumerated().filter { index, key in !keys[..<index].contains(key) }.map(\.element)
  }

  /// Refuses a folder that is not recorded, and a file that an agent may not read.
  private func permit(_ text: String, _ caller: Caller) async throws(VerbError) {
    guard let path = try? WorkspacePath(text) else { return }
    try await FollowedPaths(keeper: keeper).check(path)
    guard let tip = await keeper.tip, await keeper.entry(at: path, in: tip)?.mode.isFile == true else { return }
    try await permissions.permit(.read, path, caller)
  }
}

// MARK: Named queries

extension QueryDesk {
  /// The file with the workspace's queries.
  private static let file = ".stet/queries.toml"
  /// The greatest size of the file in bytes.
  private static let longestFile = 256 << 10

  private func query(named name: String, for caller: Caller) async throws(VerbError) -> NamedQuery {
    let queries = try await queries(for: caller)
    if let query = queries.first(where: { $0.name == name }) { return query }
    let names = queries.map(\.name)
    var next = "Known queries: \(names.joined(separator: ", ")). \(Self.file) defines more."
    if let path = try? WorkspacePath(name), let tip = await keeper.tip, await keeper.entry(at: path, in: tip) != nil {
      next = "To query the folder: 'stet query --in \(name)'. \(next)"
    }
    throw VerbError.unknown("query", name, among: names, next: next)
  }

  /// Returns the queries of the recorded file and the built-in ones, in the order of their names; for an agent that may
  /// not read the file only the built-in ones.
  private func queries(for caller: Caller) async throws(VerbError) -> [NamedQuery] {
    var own: [NamedQuery] = []
    if let path = try? WorkspacePath(Self.file), let tip = await keeper.tip, await permissions.mayRead(path, caller),
      let entry = await keeper.entry(at: path, in: tip), entry.mode.isFile
    {
      guard let bytes = await keeper.content(of: entry.id), bytes.count <= Self.longestFile else {
        throw Self.fault("it has more than \(Self.longestFile >> 10) KB", line: nil)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.fault("it is not UTF-8", line: nil) }
      do throws(NamedQueryError) { own = try NamedQuery.parse(text) } catch {
        throw Self.fault(error.reason, line: error.line)
      }
    }
    let builtIn = NamedQuery.builtIn.filter { query in !own.contains { $0.name == query.name } }
    return (own + builtIn).sorted { $0.name < $1.name }
  }

  private static func fault(_ reason: String, line: Int?) -> VerbError {
    VerbError(
      .usage, "\(file)\(line.map { ", line \($0)" } ?? "") cannot be used: \(reason).", kept: "Nothing was changed.",
      next: "Correct the file. A query without a name does not need it.", path: file)
  }
}

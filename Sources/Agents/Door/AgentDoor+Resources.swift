package import MCP
internal import Values
internal import WorkspaceAPI

extension AgentDoor {
  /// The number of files in a page of the list.
  private static let pageSize = 500
  /// The pause in nanoseconds before a daemon that ended is searched again: another process may start it at any time.
  private static let pause: UInt64 = 5_000_000_000

  /// Lists and reads resources and prompts: every recorded file is a resource under its `file:` address, every named
  /// query under its `stet:` address, and every ability is a prompt.
  package func resources(_ call: ResourceCall) async -> ResourceAnswer {
    do throws(ToolFailure) {
      let verbs = try await verbs()
      switch call.wish {
      case .list(let cursor): return try await page(from: cursor, verbs, for: reader(of: call, "resources/list"))
      case .read(let uri): return try await content(uri, call, verbs)
      case .prompts: return try await prompts(verbs, for: reader(of: call, "prompts/list"))
      case .prompt(let name, let values):
        return try await prompt(name, values, verbs, for: reader(of: call, "prompts/get"))
      }
    } catch { return .failed(error.text) }
  }

  /// Returns the changes of resources from now on. A daemon that ended is not started for them.
  package func changes() -> AsyncStream<ResourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ResourceChange.self, bufferingPolicy: .bufferingNewest(1_000))
    let task = Task {
      while !Task.isCancelled {
        if let verbs = await listen(), let events = try? await verbs.subscribe(EventsRequest()) {
          for await event in events where event.event == .recorded && !event.paths.isEmpty {
            // Only the edit of one file is certain to neither create nor delete a file.
            let isEdit = event.paths.count == 1 && event.message.hasPrefix("Edit ")
            let addresses = event.paths.map { FileAddress.text(paths.absolute($0)) }
            var change = ResourceChange(
              uris: addresses, beginning: QueryAddress.beginning, changesList: !isEdit)
            change.changesPrompts = event.paths.contains { $0.hasPrefix("\(AbilityRecord.folder)/") }
            continuation.yield(change)
          }
        }
        do { try await Task.sleep(nanoseconds: Self.pause) } catch { break }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func page(
    from cursor: String?, _ verbs: any WorkspaceVerbs, for reader: Caller
  ) async throws(ToolFailure) -> ResourceAnswer {
    if let cursor, (try? paths.path(cursor)) == nil { return .unknownCursor }
    var (files, last, isWhole): ([ListEntry], String?, Bool) = ([], cursor, false)
    do throws(VerbError) {
      // Each page begins after the last path of the page before, even if files were created or deleted meanwhile.
      while files.count <= Self.pageSize, !isWhole {
        let request = ListRequest(recursive: true, caller: reader, after: last, limit: Self.pageSize + 1)
        let listed = try await verbs.call(request)
        isWhole = listed.count <= Self.pageSize
        last = listed.last?.path
        // A file that agents must not read is no resource.
        files += listed.filter { $0.kind == "file" && $0.isProtected != true }
      }
    } catch { throw ToolFailure(error) }
    let page = files.prefix(Self.pageSize)
    let entries = page.map { file in
      ResourceEntry(
        uri: FileAddress.text(paths.absolute(file.path)), name: file.path, type: MediaType.of(file.path),
        size: file.size ?? 0)
    }
    return .page(
      (cursor == nil ? await queries(verbs, for: reader) : []) + entries,
      next: page.count < files.count ? page.last?.path : nil)
  }

  /// Returns the caller of a request for resources.
  private func reader(of call: ResourceCall, _ method: String) -> Caller {
    var reader = Caller(agent: opening.agent ?? AgentName.name(of: call.client), tool: method)
    // As for tools: a stateless request has no session of its own.
    if !call.version.isStateless {
      reader.session = opening.session ?? opening.run
      if opening.session != nil { reader.namesSession = true }
    }
    return reader
  }

  /// Returns the named queries as resources; none if their file cannot be used.
  private func queries(_ verbs: any WorkspaceVerbs, for reader: Caller) async -> [ResourceEntry] {
    let queries = (try? await verbs.call(NamedQueriesRequest(caller: reader))) ?? []
    return queries.map { query in
      ResourceEntry(uri: QueryAddress.text(query.name), name: query.name, type: "application/json", size: nil)
    }
  }

  /// Returns the documents of a query as a list of objects.
  private func documents(
    _ uri: String, _ query: QueryRequest, _ call: ResourceCall, _ verbs: any WorkspaceVerbs
  ) async throws(ToolFailure) -> ResourceAnswer {
    var query = query
    query.caller = reader(of: call, "resources/read")
    do throws(VerbError) {
      let report = try await verbs.call(query)
      let body = String(decoding: JSONValue.array(report.objects).line, as: UTF8.self)
      return .content(ResourceContent(uri: uri, type: "application/json", body: body, isText: true, token: nil))
    } catch { throw ToolFailure(error) }
  }

  private func content(
    _ uri: String, _ call: ResourceCall, _ verbs: any WorkspaceVerbs
  ) async throws(ToolFailure) -> ResourceAnswer {
    if let query = QueryAddress.request(uri) { return try await documents(uri, query, call, verbs) }
    guard let name = FileAddress.path(uri), let path = try? paths.document(name) else { return .missing(uri: uri) }
    let reader = reader(of: call, "resources/read")
    do throws(VerbError) {
      let file = try await verbs.call(ReadRequest(path: path, caller: reader))
      return .content(
        ResourceContent(
          uri: uri, type: MediaType.of(path), body: file.content, isText: file.encoding == "utf-8",
          token: file.token.hex, provenance: file.provenance.map(ProvenanceNote.value)))
    } catch {
      guard error.code == .notFound else { throw ToolFailure(error) }
      return .missing(uri: uri)
    }
  }
}

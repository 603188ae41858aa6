package import WorkspaceAPI

extension Workspace {
  /// The verbs of the workspace, each with its method.
  package var verbs: VerbTable {
    var table = VerbTable()
    table.before = { [started = desks.status.started] request async throws(VerbError) in
      try await started.wait(StartWait(for: request))
    }
    addFiles(to: &table)
    addHistory(to: &table)
    addAgents(to: &table)
    addAbilities(to: &table)
    table.on(StatusRequest.self) { _ async throws(VerbError) in try await self.status() }
    table.on(DoctorRequest.self) { _ async throws(VerbError) in try await self.doctor() }
    table.on(SyncRequest.self, sync)
    table.on(TravelRequest.self, travel)
    table.on(TravelSwitch.self, setTravel)
    table.on(TravelOrder.self, publishSession)
    table.onSubscribing(EventsRequest.self) { request async throws(VerbError) in try await self.events(request) }
    table.on(QuestionsRequest.self) { _ async throws(VerbError) in try await self.questions() }
    table.on(AnswerRequest.self, answer)
    table.on(ConflictsRequest.self) { request async throws(VerbError) in try await self.conflicts(request.caller) }
    table.on(ResolveRequest.self, resolve)
    table.on(CoordinationRequest.self) { _ async throws(VerbError) in try await self.coordination() }
    table.on(ClaimOrder.self, claim)
    table.on(ClaimChange.self, changeClaim)
    table.on(PresentOrder.self, present)
    table.on(NoticeAnswer.self) { answer async throws(VerbError) in
      try await self.answerNotice(answer)
      return Nothing()
    }
    table.onSubscribing(NoticesRequest.self) { request async throws(VerbError) in
      try await self.notices(of: request.caller.connection)
    }
    return table
  }

  private func addFiles(to table: inout VerbTable) {
    table.on(ReadRequest.self, read)
    table.on(WriteRequest.self, write)
    table.on(BatchRequest.self, writeTogether)
    table.on(ListRequest.self, list)
    table.on(LookRequest.self, look)
    table.on(LargeRequest.self, large)
    table.on(FeedRequest.self, feed)
    table.on(PublishRequest.self, publish)
    table.on(MakeFolderRequest.self) { request async throws(VerbError) in
      try await self.makeFolder(request)
      return Nothing()
    }
    table.onReporting(QueryRequest.self) { request, report async throws(VerbError) in
      try await self.query(request, progress: report)
    }
    table.on(NamedQueriesRequest.self) { request async throws(VerbError) in try await self.namedQueries(request) }
    table.onReporting(SearchRequest.self) { request, report async throws(VerbError) in
      try await self.search(request, progress: request.tellsProgress == true ? report : nil)
    }
  }

  private func addHistory(to table: inout VerbTable) {
    table.on(LogRequest.self, log)
    table.on(OperationsRequest.self, operations)
    table.on(SessionsRequest.self, sessions)
    table.on(ActivityRequest.self, activity)
    table.on(BlameRequest.self, blame)
    table.on(ProvenanceRequest.self, provenance)
    table.on(DiffRequest.self, diff)
    table.on(RestoreRequest.self, restore)
    table.on(UndoRequest.self, undo)
    table.on(ReapplyRequest.self) { request async throws(VerbError) in
      try await self.reapply(path: request.path, caller: request.caller)
    }
  }

  private func addAgents(to table: inout VerbTable) {
    table.on(CallBegin.self, beginCall)
    table.on(CallEnd.self, endCall)
    table.on(ChangesRequest.self, changes)
    table.on(BracketRequest.self, bracket)
    table.on(PolicyRequest.self, policy)
    table.on(AuditRequest.self, audit)
    table.on(SessionRulesRequest.self) { request async throws(VerbError) in self.sessionRules(request) }
  }

  private func addAbilities(to table: inout VerbTable) {
    table.on(AbilitiesRequest.self, abilities)
    table.on(AbilityGalleryRequest.self, abilityGallery)
    table.on(AbilityOrder.self, changeAbilities)
    table.on(UsageRequest.self, usage)
  }
}

package import WorkspaceAPI

extension VerbTable {
  /// Makes the table of the verbs of a workspace, each with its method.
  package init(of workspace: Workspace) {
    self.init()
    before = { [started = workspace.desks.status.started] request async throws(VerbError) in
      try await started.wait(StartWait(for: request))
    }
    addFiles(of: workspace)
    addHistory(of: workspace)
    addAgents(of: workspace)
    addAbilities(of: workspace)
    on(StatusRequest.self) { _ async throws(VerbError) in try await workspace.status() }
    on(DoctorRequest.self) { _ async throws(VerbError) in try await workspace.doctor() }
    on(SyncRequest.self, workspace.sync)
    on(TravelRequest.self, workspace.travel)
    on(TravelSwitch.self, workspace.setTravel)
    on(TravelOrder.self, workspace.publishSession)
    onSubscribing(EventsRequest.self) { request async throws(VerbError) in try await workspace.events(request) }
    on(QuestionsRequest.self) { _ async throws(VerbError) in try await workspace.questions() }
    on(AnswerRequest.self, workspace.answer)
    on(ConflictsRequest.self) { request async throws(VerbError) in try await workspace.conflicts(request.caller) }
    on(ResolveRequest.self, workspace.resolve)
    on(CoordinationRequest.self) { _ async throws(VerbError) in try await workspace.coordination() }
    on(ClaimOrder.self, workspace.claim)
    on(ClaimChange.self, workspace.changeClaim)
    on(PresentOrder.self, workspace.present)
    on(NoticeAnswer.self) { answer async throws(VerbError) in
      try await workspace.answerNotice(answer)
      return Nothing()
    }
    onSubscribing(NoticesRequest.self) { request async throws(VerbError) in
      try await workspace.notices(of: request.caller.connection)
    }
  }

  private mutating func addFiles(of workspace: Workspace) {
    on(ReadRequest.self, workspace.read)
    on(WriteRequest.self, workspace.write)
    on(BatchRequest.self, workspace.writeTogether)
    on(ListRequest.self, workspace.list)
    on(LookRequest.self, workspace.look)
    on(LargeRequest.self, workspace.large)
    on(FeedRequest.self, workspace.feed)
    on(PublishRequest.self, workspace.publish)
    on(MakeFolderRequest.self) { request async throws(VerbError) in
      try await workspace.makeFolder(request)
      return Nothing()
    }
    onReporting(QueryRequest.self) { request, report async throws(VerbError) in
      try await workspace.query(request, progress: report)
    }
    on(NamedQueriesRequest.self) { request async throws(VerbError) in try await workspace.namedQueries(request) }
    onReporting(SearchRequest.self) { request, report async throws(VerbError) in
      try await workspace.search(request, progress: request.tellsProgress == true ? report : nil)
    }
  }

  private mutating func addHistory(of workspace: Workspace) {
    on(LogRequest.self, workspace.log)
    on(OperationsRequest.self, workspace.operations)
    on(SessionsRequest.self, workspace.sessions)
    on(ActivityRequest.self, workspace.activity)
    on(BlameRequest.self, workspace.blame)
    on(ProvenanceRequest.self, workspace.provenance)
    on(DiffRequest.self, workspace.diff)
    on(RestoreRequest.self, workspace.restore)
    on(UndoRequest.self, workspace.undo)
    on(ReapplyRequest.self) { request async throws(VerbError) in
      try await workspace.reapply(path: request.path, caller: request.caller, claim: request.claim)
    }
  }

  private mutating func addAgents(of workspace: Workspace) {
    on(CallBegin.self, workspace.beginCall)
    on(CallEnd.self, workspace.endCall)
    on(ChangesRequest.self, workspace.changes)
    on(BracketRequest.self, workspace.bracket)
    on(PolicyRequest.self, workspace.policy)
    on(AuditRequest.self, workspace.audit)
    on(SessionRulesRequest.self) { request async throws(VerbError) in workspace.sessionRules(request) }
  }

  private mutating func addAbilities(of workspace: Workspace) {
    on(AbilitiesRequest.self, workspace.abilities)
    on(AbilityGalleryRequest.self, workspace.abilityGallery)
    on(AbilityOrder.self, workspace.changeAbilities)
    on(UsageRequest.self, workspace.usage)
  }
}

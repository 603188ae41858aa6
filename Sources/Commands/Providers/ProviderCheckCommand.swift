internal import ArgumentParser
internal import Models
internal import Processes
internal import Sessions
internal import Synchronization
internal import WorkspaceAPI

/// `stet provider check`: checks that the providers can be called.
struct ProviderCheckCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check that the providers answer and accept their keys.",
    discussion: """
      A server is asked for the list of its models, which costs nothing; a command is
      only looked for. With --call each model answers with one word, which may cost
      a little: in a workspace 'stet cost' counts these calls.

      Exits with 1 when a provider cannot be used or none is set up, with 4 when the
      servers cannot be reached.

      EXAMPLES
        stet provider check
        stet provider check local --call
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Only this provider.") var name: String?
  @Flag(help: "Call each model once.") var call = false
  @OptionGroup var output: OutputOptions

  /// Checks the providers and shows the results.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let file = try ProviderFile(environment: context.environment)
    let directory = WorkspaceFolder.resolve(context.directory) ?? "/"
    var checks: [ProviderCheck] = []
    var ending: CommandStatus?
    for provider in try file.chosen(name) where ending == nil {
      checks.append(await check(provider, file, directory: directory, context, &ending))
    }
    context.show(ProviderChecks(file: file.path, providers: checks), text: ProviderText.checks)
    if let ending { return ending }
    let failed = checks.filter { !$0.ok }
    guard !checks.isEmpty else { return .failed }
    return failed.isEmpty ? .done : failed.allSatisfy(\.isOffline) ? .offline : .failed
  }

  /// Checks a provider.
  ///
  /// - Parameter ending: receives the exit code if a signal cancels a call.
  private func check(
    _ provider: Provider, _ file: ProviderFile, directory: String, _ context: CommandContext,
    _ ending: inout CommandStatus?
  ) async -> ProviderCheck {
    let path = context.environment["PATH"]
    var check = ProviderCheck(name: provider.name, kind: provider.kind.rawValue)
    let caller = file.caller(of: provider, directory: directory)
    do throws(ModelFault) {
      let key = try await file.key(of: provider)
      if provider.kind == .command {
        guard let program = provider.command.first, ProgramSearch.find(program, path: path) != nil else {
          throw .settings("there is no program '\(provider.command.first ?? "")' in PATH")
        }
      } else {
        try await checkModels(provider, key, caller, &check)
      }
      if call {
        for tier in ModelTier.allCases where isFirst(tier, provider) {
          let signals = CallSignals(context.console.reader)
          defer { signals.end() }
          let (answer, call) = try await Self.call(tier, provider, key, caller, signals, file)
          await note(answer, of: provider, &check, context)
          ending = signals.ending
          if case .cut(let fault) = answer.stop { throw fault }
          check.calls.append(call)
        }
      }
    } catch {
      check.problem = "\(error)"
      check.isOffline = error.isOffline
    }
    check.ok = check.problem == nil
    return check
  }

  private func checkModels(
    _ provider: Provider, _ key: String?, _ caller: ModelCaller, _ check: inout ProviderCheck
  ) async throws(ModelFault) {
    do throws(ModelFault) {
      let names = Set(try await caller.models(of: provider, key: key))
      for model in Set(provider.models.values.map(\.name)).sorted() where !names.contains(model) {
        check.notes.append("the server does not list the model '\(model)'; it may be another name of one")
      }
    } catch .refused(let status, _, _, _) where status == 404 || status == 405 {
      check.notes.append("the server lists no models, so that neither key nor models were checked; use --call")
    }
  }

  /// Returns whether a tier's model is not that of an earlier tier. A command without models has one call.
  private func isFirst(_ tier: ModelTier, _ provider: Provider) -> Bool {
    let tiers = ModelTier.allCases
    guard !provider.models.isEmpty else { return tier == tiers.first }
    guard let name = provider.models[tier]?.name else { return false }
    return !tiers.prefix { $0 != tier }.contains { provider.models[$0]?.name == name }
  }

  /// Records a call, if the command runs in a workspace.
  private func note(
    _ answer: ModelAnswer, of provider: Provider, _ check: inout ProviderCheck, _ context: CommandContext
  ) async {
    guard let place = try? SessionPlace(context) else { return }
    let call = CallLog.Call(
      answer, id: SessionPlace.freshCall(), of: provider.name, ability: nil, agent: context.callingAgent,
      time: SessionRun.now)
    do throws(VerbError) { try place.note(call) } catch { check.notes.append(error.what) }
    await SessionTravel.noteCall(place, context)
  }

  private static func call(
    _ tier: ModelTier, _ provider: Provider, _ key: String?, _ caller: ModelCaller, _ signals: CallSignals,
    _ file: ProviderFile
  ) async throws(ModelFault) -> (ModelAnswer, ProviderCheck.Call) {
    let request = ModelRequest(
      tier: tier, messages: [ModelMessage(.user, "Answer with the word: ready")], maxTokens: 64)
    let start = ContinuousClock.now
    let first = Mutex<Duration?>(nil)
    let answer = try await signals.call(request, of: provider, key: key, by: caller) { event in
      if case .retrying = event { return }
      first.withLock { $0 = $0 ?? ContinuousClock.now - start }
    }
    let call = ProviderCheck.Call(
      tier: tier.rawValue, model: answer.model.isEmpty ? provider.model(tier).name : answer.model,
      milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)),
      firstMilliseconds: first.withLock { $0 }.map { Int($0 / .milliseconds(1)) }, usage: answer.usage,
      dollars: answer.cost?.dollars, advice: file.advice(answer, of: provider, tier), text: answer.text)
    return (answer, call)
  }
}

/// The results of `stet provider check`.
struct ProviderChecks: Encodable {
  /// The path of the settings.
  var file: String
  /// The results, in the order of the settings.
  var providers: [ProviderCheck]
}

/// The result of the check of a provider.
struct ProviderCheck: Encodable {
  /// A call of one model.
  struct Call: Encodable {
    var tier: String
    var model: String
    /// The time until the end of the answer.
    var milliseconds: Int
    /// The time until its first piece; nil without one.
    var firstMilliseconds: Int?
    var usage: TokenUsage
    /// The cost in dollars; nil if it is not known.
    var dollars: Double?
    /// The price that is missing then; nil if none is.
    var advice: PriceAdvice?
    /// The answer.
    var text: String
  }

  /// The provider's name.
  var name: String
  /// Its interface.
  var kind: String
  /// Whether it can be used.
  var ok = false
  /// The reason why not.
  var problem: String?
  /// Whether the reason is that its server cannot be reached.
  var isOffline = false
  /// Other findings.
  var notes: [String] = []
  /// The calls, with `--call`.
  var calls: [Call] = []
}

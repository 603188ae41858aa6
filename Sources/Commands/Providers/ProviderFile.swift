internal import HTTPTransfer
internal import Models
internal import Settings
internal import Threads
internal import WorkspaceAPI

/// The person's settings of the providers of models, `providers.toml`, and the keys that they lead to.
struct ProviderFile {
  /// The path of the file.
  let path: String
  /// The providers, in order; none without a file.
  let providers: [Provider]
  private let environment: [String: String]

  /// Reads the file.
  ///
  /// - Throws: `VerbError` if the file cannot be read, or has a mistake.
  init(environment: [String: String]) throws(VerbError) {
    let settings = try PersonalSettings(environment: environment)
    path = settings.path("providers.toml")
    self.environment = environment
    let text = try settings.text("providers.toml") ?? ""
    do throws(SettingError) {
      providers = try ProviderSettings(text).providers
    } catch {
      throw VerbError(
        .failed, "\(path) cannot be used: \(error).", kept: "No model was called.", next: "Correct the file.",
        path: path)
    }
  }

  /// Returns the provider with a name; all of them without one.
  ///
  /// - Throws: `VerbError`, `.notFound`, if there is none with that name.
  func chosen(_ name: String?) throws(VerbError) -> [Provider] {
    guard let name else { return providers }
    let found = providers.filter { $0.name == name }
    guard found.isEmpty else { return found }
    throw VerbError.unknown("provider", name, among: providers.map(\.name), inSettings: path)
  }

  /// Returns the key of a provider; nil if it needs none.
  ///
  /// - Throws: `ModelFault.settings` if the key cannot be had. The key and the words of its command are in no message.
  func key(of provider: Provider) async throws(ModelFault) -> String? {
    switch provider.key {
    case .none: return nil
    case .variable(let name):
      guard let key = environment[name], !key.isEmpty else {
        throw .settings("the variable \(name) has no key; set it, or use key_command")
      }
      return key
    case .command(let command):
      let environment = environment
      let result = await onThread("stet.key") {
        ChildProgram.run(["/bin/sh", "-c", command], environment: environment, limit: Self.limit)
      }
      guard result.code == 0 else {
        let end =
          result.code.map { "ended with status \($0)" } ?? "did not end within \(Self.limit.components.seconds) s"
        throw .settings("key_command \(end)")
      }
      let line = result.output.prefix { $0 != 10 && $0 != 13 }
      guard !line.isEmpty else { throw .settings("key_command printed no key") }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Returns the missing price for an answer whose cost is not known; nil if none is missing.
  func advice(_ answer: ModelAnswer, of provider: Provider, _ tier: ModelTier) -> PriceAdvice? {
    let model = provider.model(tier).name
    guard answer.cost == nil, !model.isEmpty else { return nil }
    return PriceAdvice(model, of: provider, file: path)
  }

  /// The time that a command has to print a key: a person may have to unlock it.
  private static let limit = Duration.seconds(60)

  /// Returns the caller of a provider's models. A headless agent acts as an agent with the provider's name, never as the
  /// person.
  ///
  /// - Parameter directory: the working directory of headless agents.
  func caller(of provider: Provider, directory: String) -> ModelCaller {
    var surroundings = environment
    surroundings["STET_AGENT"] = provider.name
    return caller(of: provider, .init(environment: surroundings, directory: directory))
  }

  /// Returns the caller of a provider's models, with the surroundings of headless agents.
  func caller(of provider: Provider, _ surroundings: ModelCaller.Surroundings) -> ModelCaller {
    ModelCaller(
      loop: TransferLoop(TransferSettings(environment: environment, for: provider.address)),
      surroundings: surroundings,
      random: { .random(in: 0...1) }, sleep: { try await ContinuousClock().sleep(for: $0) })
  }
}

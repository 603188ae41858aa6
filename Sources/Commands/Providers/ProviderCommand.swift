internal import ArgumentParser
internal import Models
internal import WorkspaceAPI

/// `stet provider`: the commands for the providers of models.
struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider", abstract: "Show or check the models that Stet may call, and what they cost.",
    discussion: """
      Providers are set up in ~/.config/stet/providers.toml, outside all workspaces:

        [[providers]]
        name = "claude"
        kind = "anthropic"
        key_command = "pass show anthropic"
        models = { fast = "claude-haiku-4-5", balanced = "claude-sonnet-4-5" }

        [[providers]]
        name = "local"
        kind = "openai"
        url = "http://localhost:11434/v1"
        models = { balanced = "qwen3" }

        [[providers]]
        name = "claude-code"
        kind = "command"
        command = ["claude", "-p", "--output-format", "stream-json", "--verbose"]

      Under 'stet run' a command is connected with the workspace and resumed by its
      own id: for claude by itself, for others by the words of connect and resume.

      The first one is used unless another is named. Keys come from the environment
      (ANTHROPIC_API_KEY, OPENAI_API_KEY or the variable in key_variable) or from
      key_command, never from a file of settings.
      """,
    subcommands: [ProviderListCommand.self, ProviderCheckCommand.self, ProviderUsageCommand.self],
    defaultSubcommand: ProviderListCommand.self)
}

/// `stet provider list`: lists the providers of the settings.
struct ProviderListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the providers and their models; calls nothing.")

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the providers of the settings.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let file = try ProviderFile(environment: context.environment)
    context.show(ProviderList(file, environment: context.environment), text: ProviderText.list)
    return .done
  }
}

/// The providers, for `stet provider list`.
struct ProviderList: Encodable {
  /// A provider without its key.
  struct Row: Encodable {
    var name: String
    /// The interface: `anthropic`, `openai` or `command`.
    var kind: String
    /// The base address; nil for a command.
    var url: String?
    /// The words of the command; nil for a server.
    var command: [String]?
    /// The models by tier.
    var models: [String: String]
    /// The tiers whose model has a price.
    var priced: [String]
    /// The source of the key: `environment`, `command` or `none`.
    var key: String
    /// The variable of the key; nil for other sources.
    var variable: String?
    /// Whether the variable has a value; nil for other sources.
    var isSet: Bool?
  }

  /// The path of the settings.
  var file: String
  /// The providers, in order.
  var providers: [Row]

  /// Lists the providers of a file.
  init(_ file: ProviderFile, environment: [String: String]) {
    self.file = file.path
    providers = file.providers.map { provider in
      var row = Row(
        name: provider.name, kind: provider.kind.rawValue, url: provider.address.isEmpty ? nil : provider.address,
        command: provider.command.isEmpty ? nil : provider.command, models: [:], priced: [], key: "none")
      for tier in ModelTier.allCases {
        guard let model = provider.models[tier] else { continue }
        row.models[tier.rawValue] = model.name
        if model.price != nil { row.priced.append(tier.rawValue) }
      }
      switch provider.key {
      case .none: break
      case .command: row.key = "command"
      case .variable(let name):
        row.key = "environment"
        row.variable = name
        row.isSet = environment[name]?.isEmpty == false
      }
      return row
    }
  }
}

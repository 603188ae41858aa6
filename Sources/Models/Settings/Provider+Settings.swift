internal import Settings

extension Provider {
  private static let addresses: [Kind: String] = [
    .anthropic: "https://api.anthropic.com", .openai: "https://api.openai.com/v1",
  ]
  /// The possible sizes of a context in tokens.
  private static let windows: ClosedRange<Double> = 1_000...100_000_000
  private static let variables: [Kind: String] = [.anthropic: "ANTHROPIC_API_KEY", .openai: "OPENAI_API_KEY"]

  /// Reads a table of the settings.
  ///
  /// - Throws: `SettingError` for an invalid value and for an unknown key.
  init(_ table: SettingTable) throws(SettingError) {
    for key in ["key", "api_key"] where table.has(key) {
      throw .value(table.name(key), "stored here; use key_command or key_variable")
    }
    try table.allowOnly([
      "name", "kind", "url", "command", "output", "resume", "connect", "key_command", "key_variable", "models",
      "prices", "window", "timeouts", "answer_tokens",
    ])
    guard let name = try table.text("name") else { throw .value(table.name("name"), "given") }
    guard let kind = try table.text("kind").flatMap(Kind.init(rawValue:)) else {
      throw .value(table.name("kind"), "\"anthropic\", \"openai\" or \"command\"")
    }
    let other =
      kind == .command
      ? ["url", "key_command", "key_variable", "answer_tokens"] : ["command", "output", "resume", "connect"]
    for key in other where table.has(key) {
      throw .value(table.name(key), "a key of the kind \"\(kind.rawValue)\"")
    }
    self.init(
      name: name, kind: kind, models: try Self.models(table, kind),
      timeouts: try Self.timeouts(table.table("timeouts"), kind))
    if kind == .command {
      try readCommand(table)
    } else {
      address = try table.text("url") ?? Self.addresses[kind] ?? ""
      guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
        throw .value(table.name("url"), "an address that begins with https:// or http://")
      }
      guard !address.contains("@") else { throw .value(table.name("url"), "without a name or password") }
      key = try readKey(table)
      if let tokens = try table.number("answer_tokens", in: 1...1_000_000) { answerTokens = Int(tokens) }
    }
  }

  private mutating func readCommand(_ table: SettingTable) throws(SettingError) {
    command = try table.texts("command") ?? []
    guard command.first?.isEmpty == false else {
      throw .value(
        table.name("command"), "a list of words, such as [\"claude\", \"-p\", \"--output-format\", \"json\"]")
    }
    guard let form = AgentOutput(rawValue: try table.text("output") ?? "json") else {
      throw .value(table.name("output"), "\"json\" or \"text\"")
    }
    output = form
    guard !models.isEmpty || !command.contains(where: { $0.contains("{model}") }) else {
      throw .value(table.name("models"), "given, although the command has {model}")
    }
    let program = command.first?.split(separator: "/").last.map(String.init) ?? ""
    let usual = form == .json && program == "claude"
    resume = try table.texts("resume") ?? (usual ? AgentWords.claudeResume : [])
    connect = try table.texts("connect") ?? (usual ? AgentWords.claudeConnect : [])
    guard resume.isEmpty || resume.contains(where: { $0.contains("{id}") }) else {
      throw .value(table.name("resume"), "a list of words with {id}, such as [\"--resume\", \"{id}\"]")
    }
    guard !resume.isEmpty || !command.contains("{resume}") else {
      throw .value(table.name("resume"), "given, although the command has {resume}")
    }
  }

  /// Returns the place of the key. The variables of the large providers are read for their own addresses alone: no other
  /// server gets their keys unless the settings name them.
  private func readKey(_ table: SettingTable) throws(SettingError) -> KeySource {
    let command = try table.text("key_command")
    let variable = try table.text("key_variable")
    switch (command, variable) {
    case (let command?, nil): return .command(command)
    case (nil, let variable?): return .variable(variable)
    case (nil, nil):
      guard address == Self.addresses[kind], let variable = Self.variables[kind] else { return .none }
      return .variable(variable)
    case (_?, _?): throw .value(table.name("key_variable"), "possible beside key_command")
    }
  }

  private static func models(
    _ table: SettingTable, _ kind: Kind
  ) throws(SettingError) -> [ModelTier: ProviderModel] {
    let tiers = ModelTier.allCases.map(\.rawValue)
    let names = try table.table("models")
    let prices = try table.table("prices")
    let windows = try table.table("window")
    for table in [names, prices, windows] { try table?.allowOnly(tiers) }
    var models: [ModelTier: ProviderModel] = [:]
    for tier in ModelTier.allCases {
      let price = try prices?.table(tier.rawValue).map { table throws(SettingError) in try Self.price(table) }
      let window = try windows?.number(tier.rawValue, in: Self.windows)
      if let name = try names?.text(tier.rawValue) {
        models[tier] = ProviderModel(name: name, price: price, window: window.map { Int($0) })
      } else if price != nil {
        throw .value(table.name("prices.\(tier.rawValue)"), "the price of a model in models")
      } else if window != nil {
        throw .value(table.name("window.\(tier.rawValue)"), "the context of a model in models")
      }
    }
    guard kind == .command || !models.isEmpty else {
      throw .value(table.name("models"), "a table such as { fast = \"…\", balanced = \"…\", powerful = \"…\" }")
    }
    return models
  }

  /// Returns a price from dollars for a million tokens.
  private static func price(_ table: SettingTable) throws(SettingError) -> TokenPrice {
    try table.allowOnly(["input", "output", "cache_read", "cache_write"])
    guard let input = try table.number("input") else { throw .value(table.name("input"), "given") }
    guard let output = try table.number("output") else { throw .value(table.name("output"), "given") }
    return TokenPrice(
      input: input, output: output, cacheRead: try table.number("cache_read"),
      cacheWrite: try table.number("cache_write"))
  }

  private static func timeouts(_ table: SettingTable?, _ kind: Kind) throws(SettingError) -> CallTimeouts {
    var timeouts = CallTimeouts.standard
    guard let table else { return timeouts }
    try table.allowOnly(kind == .command ? ["total"] : ["connect", "first_byte", "idle"])
    func seconds(_ key: String, _ place: WritableKeyPath<CallTimeouts, Duration>) throws(SettingError) {
      guard let number = try table.number(key) else { return }
      guard number >= 0.01 else { throw .value(table.name(key), "a number of seconds above 0.01") }
      timeouts[keyPath: place] = .milliseconds(Int64(number * 1_000))
    }
    try seconds("connect", \.connect)
    try seconds("first_byte", \.firstByte)
    try seconds("idle", \.idle)
    try seconds("total", \.total)
    return timeouts
  }
}

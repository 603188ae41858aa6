import Models
import Settings
import Testing

@Suite struct `The settings of providers` {
  @Test func `name servers and commands, models, prices, keys and timeouts`() throws {
    let settings = try ProviderSettings(
      """
      # Comments are ignored.
      [[providers]]
      name = "claude"
      kind = "anthropic"
      key_command = "pass show anthropic"
      models = { fast = "haiku", balanced = "sonnet" }
      prices = { fast = { input = 1, output = 5 }, balanced = { input = 3, output = 15, cache_read = 0.3, cache_write = 3.75 } }
      timeouts = { connect = 3, first_byte = 90.5 }

      [[providers]]
      name = "local"
      kind = "openai"
      url = "http://localhost:11434/v1"
      models.balanced = "qwen3"
      answer_tokens = 4000
      window = { balanced = 8192 }

      [[providers]]
      name = "agent"
      kind = "command"
      command = ["claude", "-p", "--output-format", "json", "--model", "{model}"]
      models = { powerful = "opus" }
      timeouts = { total = 30 }
      """)
    #expect(settings.providers.map(\.name) == ["claude", "local", "agent"])
    let claude = settings.providers[0]
    #expect(claude.address == "https://api.anthropic.com" && claude.key == .command("pass show anthropic"))
    #expect(claude.model(.fast) == ProviderModel(name: "haiku", price: TokenPrice(input: 1, output: 5)))
    #expect(claude.model(.balanced).price == TokenPrice(input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75))
    #expect(claude.timeouts.connect == .seconds(3) && claude.timeouts.firstByte == .milliseconds(90_500))
    #expect(claude.timeouts.idle == CallTimeouts.standard.idle)
    #expect(settings.providers[1].key == .none && settings.providers.map(\.answerTokens) == [2_000, 4_000, 2_000])
    #expect(settings.providers[1].model(.fast).window == 8_192)
    #expect(claude.model(.balanced).window == nil)
    #expect(settings.providers[2].command.last == "{model}" && settings.providers[2].timeouts.total == .seconds(30))
  }

  @Test(
    arguments: [
      ("[\"claude\", \"-p\"]", "", "claude -p --mcp-config M --settings H --resume 7"),
      ("[\"/opt/bin/claude\", \"{connect}\", \"-p\"]", "connect = []", "/opt/bin/claude -p --resume 7"),
      (
        "[\"codex\", \"exec\", \"{resume}\", \"--json\", \"{connect}\", \"-\"]",
        "resume = [\"resume\", \"{id}\"]\nconnect = [\"-c\", \"x={mcp}{no}\"]",
        "codex exec resume 7 --json -c x=M{no} -"
      ),
      ("[\"bot\"]", "", "bot"), ("[\"claude\", \"-p\"]", "output = \"text\"", "claude -p"),
    ] as [(String, String, String)])
  func `give a command the words that resume it and connect it`(command: String, more: String, words: String) throws {
    let text = "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = \(command)\n\(more)\n"
    let provider = try #require(try ProviderSettings(text).providers.first)
    let connection = ["mcp": "M", "hooks": "H"]
    #expect(
      AgentWords.words(provider, model: "", session: "7", connection: connection).joined(separator: " ") == words)
    let plain = AgentWords.words(provider, model: "", session: nil, connection: nil).joined(separator: " ")
    #expect(!plain.contains("7") && !plain.contains("M") && !plain.contains("{connect}"))
  }

  @Test func `a value of a command's word is not read again`() {
    let provider = Provider(name: "a", kind: .command, command: ["a", "{agent}|{model}|{x"])
    let words = AgentWords.words(provider, model: "m", session: nil, connection: ["agent": "{model}"])
    #expect(words == ["a", "{model}|m|{x"])
  }

  @Test func `may be missing or empty`() throws {
    #expect(try ProviderSettings("").providers.isEmpty)
    #expect(try ProviderSettings("# nothing\n").providers.isEmpty)
  }

  @Test(arguments: [
    (ModelTier.fast, "b"), (.balanced, "b"), (.powerful, "b"),
  ])
  func `give every tier a model if one has`(tier: ModelTier, name: String) {
    let provider = Provider(name: "p", kind: .openai, models: [.balanced: ProviderModel(name: "b")])
    #expect(provider.model(tier).name == name)
    let two = Provider(
      name: "p", kind: .openai, models: [.fast: ProviderModel(name: "f"), .powerful: ProviderModel(name: "p")])
    #expect(two.model(.balanced).name == "f")
  }

  @Test(arguments: [
    ("small", ModelTier.fast), ("small-2026-01-01", .fast), ("small-plus", nil), ("small-plus-1", nil), ("other", nil),
  ])
  func `lack the price of a model by the longest name that fits`(model: String, tier: ModelTier?) {
    let provider = Provider(
      name: "p", kind: .openai,
      models: [
        .fast: ProviderModel(name: "small"),
        .powerful: ProviderModel(name: "small-plus", price: TokenPrice(input: 1, output: 1)),
      ])
    #expect(provider.unpricedTier(of: model) == tier)
  }

  @Test(arguments: [
    ("kind = \"anthropic\"", KeySource.variable("ANTHROPIC_API_KEY")),
    ("kind = \"openai\"", .variable("OPENAI_API_KEY")),
    ("kind = \"openai\"\nurl = \"https://openrouter.example/v1\"", .none),
    ("kind = \"openai\"\nurl = \"https://h/v1\"\nkey_variable = \"H_KEY\"", .variable("H_KEY")),
  ])
  func `read a provider's usual variable for its own address alone`(lines: String, key: KeySource) throws {
    let text = "[[providers]]\nname = \"p\"\n\(lines)\nmodels = { fast = \"m\" }\n"
    #expect(try ProviderSettings(text).providers[0].key == key)
  }

  static let mistakes: [(String, String)] = [
    (
      "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\"]\nresume = [\"-r\"]",
      "providers[1].resume is not a list of words with {id}"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\", \"{resume}\"]",
      "providers[1].resume is not given"
    ),
    ("x = 1", "x is not a key"), ("providers = 1", "providers is not a list"),
    ("providers = [1]", "providers is not a list"),
    ("[[providers]]", "providers[1].name is not given"),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nwindow = { powerful = 9000 }",
      "providers[1].window.powerful is not the context of a model"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nwindow = { fast = 1 }",
      "providers[1].window.fast is not"
    ),
    ("[[providers]]\nname = \"a\"\nkind = \"x\"", "providers[1].kind is not"),
    ("[[providers]]\nname = \"a\"\nkind = \"openai\"", "providers[1].models is not a table"),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { quick = \"m\" }",
      "providers[1].models.quick is not a key"
    ),
    ("[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = 3 }", "providers[1].models.fast is not a text"),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nkey = \"sk\"\nmodels = { fast = \"m\" }",
      "providers[1].key is not stored here"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nurl = \"ftp://h\"\nmodels = { fast = \"m\" }",
      "providers[1].url is not"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nurl = \"https://u:p@h\"\nmodels = { fast = \"m\" }",
      "providers[1].url is not without"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nprices = { fast = { input = 1 } }",
      "providers[1].prices.fast.output is not given"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nprices = { fast = { input = -1, output = 1 } }",
      "providers[1].prices.fast.input is not a number"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nprices = { powerful = { input = 1, output = 1 } }",
      "providers[1].prices.powerful is not"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\ntimeouts = { idle = 0 }",
      "providers[1].timeouts.idle is not"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\ncommand = [\"x\"]",
      "providers[1].command is not a key of the kind \"openai\""
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"openai\"\nmodels = { fast = \"m\" }\nkey_command = \"x\"\nkey_variable = \"Y\"",
      "providers[1].key_variable is not"
    ),
    ("[[providers]]\nname = \"a\"\nkind = \"command\"", "providers[1].command is not a list"),
    (
      "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\", \"{model}\"]",
      "providers[1].models is not given"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\"]\noutput = \"xml\"",
      "providers[1].output is not"
    ),
    (
      "[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\"]\n[[providers]]\nname = \"a\"\nkind = \"command\"\ncommand = [\"x\"]",
      "providers[2].name is not a name that no other"
    ),
    ("[[providers", "it is not TOML"),
  ]

  @Test(arguments: mistakes)
  func `name the key of a mistake`(text: String, message: String) {
    do throws(SettingError) {
      _ = try ProviderSettings(text)
      Issue.record("accepted: \(text)")
    } catch { #expect(error.description.hasPrefix(message), "\(error)") }
  }
}

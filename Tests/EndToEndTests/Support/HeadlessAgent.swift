import FoundationEssentials
import TestSupport
import Testing

/// A stand-in for a headless agent as the only provider of a workspace's machine.
struct HeadlessAgent {
  /// A start of the agent.
  struct Call: Decodable {
    var options: [String]
    var prompt: String
    var resumed: String?
    var pid: Int32
  }

  private static let script =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Agents/headless_agent.py"

  /// The folder with its steps.
  let place: String

  /// Runs a body in a new workspace whose agent carries out these steps, as JSON.
  ///
  /// - Parameter hasHooks: whether it calls the hooks of its settings.
  static func run(
    _ steps: String, form: String = "stream-json", hasHooks: Bool = true,
    _ body: (TestWorkspace, HeadlessAgent) async throws -> Void
  ) async throws {
    try await TestWorkspace.run { workspace in
      let place = workspace.machine.place + "/agent"
      try await workspace.machine.shell("mkdir -p home/.config/stet agent").mustSucceed()
      try "#!/bin/sh\nexec python3 '\(script)' '\(place)' \"$@\"\n".write(to: place + "/claude")
      try await workspace.machine.shell("chmod +x agent/claude").mustSucceed()
      try """
      [[providers]]
      name = "agent"
      kind = "command"
      command = ["\(place)/claude", "-p", "--output-format", "\(form)", "--verbose"]

      """.write(to: workspace.machine.place + "/home/.config/stet/providers.toml")
      let agent = HeadlessAgent(place: place)
      try agent.work(steps)
      if !hasHooks { try "".write(to: place + "/unhooked") }
      try await body(workspace, agent)
    }
  }

  /// Sets the steps of a new session.
  func work(_ steps: String) throws { try steps.write(to: place + "/work.json") }

  /// Sets the steps of a resumed session.
  func resume(_ steps: String) throws { try steps.write(to: place + "/resumed.json") }

  /// The starts of the agent.
  var calls: [Call] {
    (String(file: place + "/calls") ?? "").split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Call.self, from: Data(line.utf8))
    }
  }

  /// The process that the agent started before it hangs; nil before.
  var child: String? { String(file: place + "/child").flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns whether a process runs.
  func isRunning(_ process: String) -> Bool {
    // A process that nobody waits for stays as a zombie.
    let state = String(file: "/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ").first
    return state != nil && state != "Z"
  }
}

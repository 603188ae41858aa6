import FoundationEssentials
import StormSimulation

/// One line of the table: a machine in a scene.
struct Row: Encodable {
  var scene: String
  var machine: String
  var saves: Int
  var median: Double
  var p90: Double
  var max: Double
  var pushes: Int
  var rejected: Int
  var inboxes: Int
  var fetches: Int
  /// Of the whole scene: merge commits as percent of saves, seconds until all had the same, saves that never got out.
  var merges: Double
  var converged: Double?
  var left: Int

  init(_ figures: StormFigures, _ part: StormFigures.Part) {
    scene = figures.title
    machine = part.name
    saves = part.delays.count
    median = part.delay(0.5).seconds
    p90 = part.delay(0.9).seconds
    max = part.delay(1).seconds
    pushes = part.pushes
    rejected = part.rejections
    inboxes = part.inboxes
    fetches = part.fetches
    merges = figures.mergeShare * 100
    converged = figures.convergence?.seconds
    left = figures.left
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

let isQuick = CommandLine.arguments.contains("--quick")
let minutes = isQuick ? 3 : 15
let scenes: [StormScene] = [
  .starvation(fast: .milliseconds(500), slow: .seconds(2), minutes: minutes),
  .starvation(fast: .seconds(2), slow: .seconds(2), minutes: minutes),
  .starvation(fast: .seconds(2), slow: .seconds(10), minutes: minutes),
  .alike(3, .server, saves: .seconds(2), length: .seconds(minutes * 60)),
  .alike(10, .path, saves: .seconds(2), length: .seconds(isQuick ? 20 : 120)),
  .alike(10, .server, saves: .seconds(2), length: .seconds(isQuick ? 10 : 60)),
]
let picked = CommandLine.arguments.dropFirst().compactMap { Int($0) }
var rows: [Row] = []
for (number, scene) in scenes.enumerated() where picked.isEmpty || picked.contains(number) {
  let figures = try Storm.run(scene, seed: 1)
  rows += figures.parts.map { Row(figures, $0) }
  if !figures.isEqual { print("{\"trouble\": \"the folders of '\(scene.title)' differ\"}") }
  if !figures.lost.isEmpty { print("{\"trouble\": \"'\(scene.title)' lost lines: \(figures.lost.count)\"}") }
  for trouble in figures.troubles.prefix(3) { print("{\"trouble\": \"\(trouble)\"}") }
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
for row in rows { print(String(decoding: try encoder.encode(row), as: UTF8.self)) }

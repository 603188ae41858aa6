internal import Values

/// A tile for each source of a plan with several sources.
package struct Briefing: Hashable, Sendable {
  package struct Tile: Hashable, Sendable {
    package var source: FactSource
    /// The state of the source: its facts, or the line that stands for them.
    package var outcome: SourceOutcome<Payload>

    /// Creates a tile.
    package init(source: FactSource, outcome: SourceOutcome<Payload>) {
      self.source = source
      self.outcome = outcome
    }
  }

  /// The tiles in the order of the plan.
  package var tiles: [Tile]

  /// Creates a briefing.
  package init(tiles: [Tile]) { self.tiles = tiles }
}

extension Briefing: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("tiles", tiles) { fields, tile in
      fields.add("source", tile.source.rawValue)
      fields.add("title", tile.source.title)
      switch tile.outcome {
      case .value(let payload): fields.add("payload", payload.json)
      case .failed(let line): fields.add("failed", line)
      case .notSetUp(let line): fields.add("notSetUp", line)
      }
    }
    return fields.members
  }

  var lines: [String] {
    tiles.flatMap { tile in
      [tile.source.title] + (tile.outcome.value?.lines ?? [tile.outcome.line ?? ""]).map { "  " + $0 }
    }
  }
}

internal import GitObjects

/// A part of the recorder that carries out one subject on the recorder's ledgers, and has no state of its own.
protocol RecorderPart: SwapperPart {
  /// The recorder that lends its ledgers and its other parts.
  var recorder: Recorder { get }
}

extension RecorderPart {
  /// Large files: their copies and exchanges.
  var swapper: LargeSwapper { recorder.swapper }
  /// Executes turns.
  var executor: TurnExecutor { recorder.executor }
  /// Plans the content of paths.
  var planner: Planner { recorder.planner }
  /// Places versions of the tip on disk.
  var placer: FilePlacer { FilePlacer(swapper: recorder.swapper) }
  /// The authors of changes on disk.
  var authors: SaveAuthors { recorder.authors }
  /// The large files to exchange, and those that were exchanged.
  var exchanges: ExchangeLedger { recorder.exchanges }
  var graph: CommitGraph { tips.graph }
  /// The state of recording.
  var state: RecorderState { log.state }

  /// Records changes on disk.
  var observer: SaveObserver { SaveObserver(recorder: recorder) }
  /// Executes writes.
  var writer: WriteTurn { WriteTurn(recorder: recorder) }
  /// Moves tip and work tree to other commits.
  var adopter: Adopter { Adopter(recorder: recorder) }

  /// Returns the tip's entry at a path; nil for none.
  func entry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? { try tips.entry(at: path) }
}
